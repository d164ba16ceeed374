import { prepareClickhouse, prepareMergeTree } from './clickhouse.ts';
import { prepareDuckdb, prepareDuckdbNative } from './duckdb.ts';
import { preparePolars } from './polars.ts';
import type { PrepareContext, PreparedPeer } from './prepared-peer.ts';

const preparations = {
  duckdb: prepareDuckdb,
  'duckdb-native': prepareDuckdbNative,
  clickhouse: prepareClickhouse,
  'clickhouse-mergetree': prepareMergeTree,
  polars: preparePolars,
} as const;

export type PeerName = keyof typeof preparations;

export const peerNames = Object.keys(preparations) as PeerName[];

/** Installs and loads everything that the peer needs. Rejects with the reason when the peer is not available. */
export async function preparePeer(name: PeerName, context: PrepareContext): Promise<PreparedPeer> {
  return await preparations[name](context);
}
