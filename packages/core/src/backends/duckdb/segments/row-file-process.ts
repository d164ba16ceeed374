import { Database } from '@sdq/duckdb';
import { makeRowFile, type RowFileRequest, type WrittenRowFile } from './make-row-file.ts';

/** The answer to each request, in order; `cpuSeconds` is the total of the process so far. */
export type RowFileReply =
  | { done: WrittenRowFile; cpuSeconds: number }
  | { failed: { message: string; code: string | null } };

/** DuckDB's memory limit, in bytes. */
const memoryBytesMax = Number(process.argv[2]);
const database = Database.open({ threads: 1, memoryBytesMax });

process.on('disconnect', () => process.exit(1)); // the parent has ended
process.on('message', (request: RowFileRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});

async function answer(request: RowFileRequest): Promise<RowFileReply> {
  try {
    const connection = await (await database).connect();
    try {
      const done = await makeRowFile(connection, request);
      const { user, system } = process.cpuUsage();
      return { done, cpuSeconds: (user + system) / 1e6 };
    } finally {
      connection.closeSync();
    }
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { failed: { message, code: code ?? null } };
  }
}
