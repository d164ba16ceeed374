import { randomUUID } from 'node:crypto';
import { AppError } from '@sdq/contract';
import type { ClusterNode } from '../client/cluster-node.ts';
import { clickhouseString } from '../client/sql.ts';
import { homeDatabase, qualified } from '../snapshots/names.ts';
import { askNode } from './topology.ts';

/** A loader that says nothing for this long is gone. */
const silentSeconds = 60;
const beatMs = 15_000;

const table = qualified(homeDatabase, 'loaders');

/** The place of the one loader of a cluster, until it is disposed. Errors: `index_locked`. */
export async function lockCluster(node: ClusterNode): Promise<AsyncDisposable> {
  const id = randomUUID();
  const tell = async (state: 'loads' | 'left') =>
    await askNode(
      node,
      async (each) =>
        await each.run(`INSERT INTO ${table} (loader, state) VALUES (${clickhouseString(id)}, '${state}')`),
    );
  await tell('loads');
  const first = await askNode(node, async (each) => await each.rows<{ loader: string }>(firstSql));
  if (first[0]?.loader !== id) {
    await tell('left');
    throw new AppError('index_locked', 'Another process loads this cluster', {
      hint: `Wait for it. Where it was killed, its place is free after ${silentSeconds} seconds`,
    });
  }
  const timer = setInterval(() => void tell('loads').catch(() => {}), beatMs);
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await tell('left').catch(() => {});
    },
  };
}

const firstSql = `SELECT loader FROM ${table} GROUP BY loader
  HAVING argMax(state, at) = 'loads' AND max(at) > now64(6) - ${silentSeconds} ORDER BY min(at), loader LIMIT 1`;

export const createLoaders = `CREATE TABLE IF NOT EXISTS ${table} (loader String, state String, at DateTime64(6, 'UTC') DEFAULT now64(6))
  ENGINE = MergeTree ORDER BY at TTL toDateTime(at) + INTERVAL 1 DAY`;
