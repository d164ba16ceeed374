import { type DuckDBConnection, ResultReturnType } from '@duckdb/node-api';
import { Database } from '@sdq/duckdb';
import { digestStream } from '../measure/digest-duckdb.ts';
import type { Peer } from './peer.ts';
import type { PeerSpecification } from './peer-specification.ts';

/**
 * DuckDB itself: a connection of its own for each query, each answer fetched to its end and not converted. That
 * leaves out work which the engine does (Arrow), so it flatters DuckDB a little.
 */
export async function openDuckdbPeer(
  specification: Omit<Extract<PeerSpecification, { kind: 'duckdb' }>, 'kind'>,
): Promise<Peer> {
  const { file, views, memoryBytesMax, temporaryDirectory } = specification;
  const database = await Database.open({
    memoryBytesMax,
    temporaryDirectory,
    ...(file === undefined ? {} : { path: file, settings: { access_mode: 'READ_ONLY' } }),
  });
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
    run: (sql) =>
      withConnection(async (connection) => {
        const result = await connection.stream(sql);
        for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
          chunk.reset(); // frees it now; the garbage collector does not see native memory
          chunk = await result.fetchChunk();
        }
        // A failure in mid-stream looks like its end; only the type of the result tells.
        if (result.returnType === ResultReturnType.INVALID) throw new Error('failed in mid-stream');
      }),
    answer: (sql) => withConnection((connection) => digestStream(connection, sql)),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
