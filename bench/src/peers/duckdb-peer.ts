import { type DuckDBConnection, ResultReturnType } from '@duckdb/node-api';
import { Database } from '@sdq/duckdb';
import { digestStream } from '../measure/digest-duckdb.ts';
import type { Peer } from './peer.ts';
import type { PeerSpecification } from './peer-specification.ts';

/**
 * DuckDB itself, with a separate connection for each query. Each answer is fetched completely and not converted. This
 * omits work that the engine does (Arrow), which favours DuckDB a little.
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
  // Views in the database, not of a connection: planning them is part of each query, as it would be for a customer.
  for (const view of views) await setUp.run(view);
  // The engine caches Parquet footers, so DuckDB may do so as well.
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
          chunk.reset(); // freed immediately: the garbage collector does not account for native memory
          chunk = await result.fetchChunk();
        }
        // A failure in mid-stream looks like the end of the stream; only the type of the result differs.
        if (result.returnType === ResultReturnType.INVALID) throw new Error('failed in mid-stream');
      }),
    answer: (sql, _, rowsKept) => withConnection((connection) => digestStream(connection, sql, rowsKept)),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
