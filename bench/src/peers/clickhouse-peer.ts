import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Peer } from './peer.ts';
import type { PeerSpecification } from './peer-specification.ts';

/** The used parts of the package `chdb`, which is loaded only on request. */
interface Chdb {
  Session: new (path: string) => ChdbSession;
}

interface ChdbSession {
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  close(): void;
}

/**
 * ClickHouse in this process. Answers are materialised in its Native format, the cheapest it has, and discarded. Its
 * query cache and its query condition cache are disabled.
 */
export async function openClickhousePeer(
  specification: Extract<PeerSpecification, { kind: 'clickhouse' }>,
): Promise<Peer> {
  const { packages, session: path, setUp, memoryBytesMax } = specification;
  const { Session } = createRequire(join(packages, 'package.json'))('chdb') as Chdb;
  const session = new Session(path);
  const settings = [
    'SET use_query_cache = 0',
    'SET use_query_condition_cache = 0',
    `SET max_memory_usage = ${memoryBytesMax}`,
    `SET max_bytes_before_external_group_by = ${Math.floor(memoryBytesMax / 2)}`,
    `SET max_bytes_before_external_sort = ${Math.floor(memoryBytesMax / 2)}`,
  ];
  for (const statement of [...settings, ...setUp]) await session.queryAsync(statement, { format: 'Null' });
  return {
    async run(sql) {
      (await session.queryAsync(sql, { format: 'Native' })).bytes();
    },
    async answer(sql, parquet) {
      await writeFile(parquet, (await session.queryAsync(sql, { format: 'Parquet' })).bytes());
      return { parquet };
    },
    async [Symbol.asyncDispose]() {
      session.close();
    },
  };
}
