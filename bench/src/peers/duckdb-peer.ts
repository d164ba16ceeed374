import { type DuckDBConnection, ResultReturnType } from '@duckdb/node-api';
import { Database } from '@sdq/core';
import { digestRows } from '../measure/answer-digest.ts';
import type { Peer } from './peer.ts';

/**
 * DuckDB itself over raw Parquet: a connection of its own for each query, each answer fetched to its end and not
 * converted. That leaves out work which the engine does (Arrow), so it flatters DuckDB a little.
 */
export async function openDuckdbPeer(
  views: readonly string[],
  options: { memoryBytesMax: number; temporaryDirectory: string },
): Promise<Peer> {
  const database = await Database.open(options);
  const setUp = await database.connect();
  // Views of the catalogue, not of a connection: planning them is part of each query, as it would be for a customer.
  for (const view of views) await setUp.run(view);
  // The engine keeps footers of files, so DuckDB may, too.
  await setUp.run('SET GLOBAL parquet_metadata_cache = true');
  setUp.closeSync();
  const withConnection = async <Result>(work: (connection: DuckDBConnection) => Promise<Result>) => {
    const connection = await database.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  };
  return {
    name: 'duckdb',
    run: (query, signal) =>
      withConnection(async (connection) => {
        const interrupt = () => connection.interrupt();
        signal?.addEventListener('abort', interrupt, { once: true });
        try {
          const result = await connection.stream(query.sql);
          for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
            chunk.reset(); // frees it now; the garbage collector does not see native memory
            chunk = await result.fetchChunk();
          }
          signal?.throwIfAborted();
          // A failure in mid-stream looks like its end; only the type of the result tells.
          if (result.returnType === ResultReturnType.INVALID)
            throw new Error(`${query.name} failed in DuckDB`);
        } finally {
          signal?.removeEventListener('abort', interrupt);
        }
      }),
    digest: (query) =>
      withConnection(async (connection) => {
        const result = await connection.stream(query.sql);
        const types = result.columnTypes().map(String);
        return await digestRows(
          result.deduplicatedColumnNames(),
          types,
          (async function* () {
            for await (const rows of result.yieldRowsJson()) yield* rows;
          })(),
        );
      }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
