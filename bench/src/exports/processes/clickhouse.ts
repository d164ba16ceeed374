/** The same exports with ClickHouse in this process: `CHDB` is the directory in which its package is installed. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { answerCalls, type ExportCost } from './messages.ts';

interface Chdb {
  Session: new () => {
    queryAsync(sql: string): Promise<unknown>;
    queryStream(sql: string, options: { format: string }): AsyncIterable<{ raw(): Uint8Array }>;
  };
}

const { Session } = createRequire(join(process.env.CHDB ?? '', 'package.json'))('chdb') as Chdb;
const session = new Session();
await session.queryAsync("SET output_format_arrow_compression_method = 'none'");
await session.queryAsync('SET max_threads = 2');

answerCalls({
  async export({ format, file }): Promise<ExportCost> {
    globalThis.gc?.();
    let bytes = 0;
    let firstMs = Number.NaN;
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const sql = `SELECT * FROM file('${file}', Parquet)`;
    for await (const chunk of session.queryStream(sql, { format: String(format) })) {
      if (bytes === 0) firstMs = performance.now() - startedAt;
      bytes += chunk.raw().byteLength;
    }
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    return { cpuMs: (user + system) / 1000, wallMs, bytes, firstMs };
  },
});
