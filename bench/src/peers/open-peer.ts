import type { Peer } from './peer.ts';
import type { PeerSpecification } from './peer-specification.ts';

/**
 * Opens a peer in this process. The modules of other peers are not loaded, because their memory would count as the
 * peer's own.
 */
export async function openPeer(specification: PeerSpecification): Promise<Peer> {
  switch (specification.kind) {
    case 'sdq':
      return await (await import('./engine-peer.ts')).openEnginePeer(specification);
    case 'duckdb':
      return await (await import('./duckdb-peer.ts')).openDuckdbPeer(specification);
    case 'clickhouse':
      return await (await import('./clickhouse-peer.ts')).openClickhousePeer(specification);
    case 'polars':
      return (await import('./polars-peer.ts')).openPolarsPeer(specification);
  }
}
