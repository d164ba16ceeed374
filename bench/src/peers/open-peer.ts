import { openClickhousePeer } from './clickhouse-peer.ts';
import { openDuckdbPeer } from './duckdb-peer.ts';
import { openEnginePeer } from './engine-peer.ts';
import type { Peer } from './peer.ts';
import type { PeerSpecification } from './peer-specification.ts';
import { openPolarsPeer } from './polars-peer.ts';

/** Opens a peer in this process. */
export async function openPeer(specification: PeerSpecification): Promise<Peer> {
  switch (specification.kind) {
    case 'sdq':
      return await openEnginePeer(specification);
    case 'duckdb':
      return await openDuckdbPeer(specification);
    case 'clickhouse':
      return await openClickhousePeer(specification);
    case 'polars':
      return openPolarsPeer(specification);
  }
}
