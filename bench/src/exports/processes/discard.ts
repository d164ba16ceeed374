/**
 * A query of the engine whose chunks are fetched and discarded immediately: the lower bound for the cost of an export.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { admit, Executor, Parser, plan, resolve } from '@sdq/core/stages';
import { openSnapshot } from '@sdq/index';
import { answerCalls, type ExportCost } from './messages.ts';

const index = process.env.INDEX ?? '';
const memoryBytesMax = 512 * 2 ** 20;
const rowsMax = 1_000_000;
const timeoutMs = 600_000;

answerCalls({
  async discard({ sql }): Promise<ExportCost> {
    const temporaryDirectory = await mkdtemp(join(tmpdir(), 'sdq-bench-'));
    await using parser = await Parser.open();
    await using executor = await Executor.open({
      directories: [resolvePath(index, 'data')],
      threads: 2,
      memoryBytesMax,
      temporaryDirectory,
      concurrency: 2,
    });
    const tables = builtInCatalog.tablesOf('shortvideo').map(({ name }) => name);
    const statement = await parser.parse(String(sql), undefined, { tables });
    const snapshot = await openSnapshot(index);
    const planned = plan(resolve(admit(statement, { tables }), builtInCatalog, 'shortvideo'), snapshot, {
      rowsMax,
    });
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const chunks = await executor.start(planned, { timeoutMs, signal: undefined });
    let firstMs = Number.NaN;
    for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
      if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
      chunks.release(chunk);
    }
    chunks.close();
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    await rm(temporaryDirectory, { recursive: true, force: true });
    return { cpuMs: (user + system) / 1000, wallMs, bytes: 0, firstMs };
  },
});
