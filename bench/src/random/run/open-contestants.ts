import type { CatalogTable } from '@sdq/catalog';
import { engineName } from '../../peers/participant.ts';
import type { PeerSpecification } from '../../peers/peer-specification.ts';
import { nullsAsInSql } from '../../peers/prepare/load-clickhouse.ts';
import type { PeerHere } from '../../peers/prepare/prepare-peers.ts';
import type { PeerProcess } from '../../peers/process/peer-process-handle.ts';
import type { Contestant } from '../../run/contestant.ts';

/** The engine and every available peer, each in a process of its own. */
export function openContestants(
  engine: PeerSpecification,
  { tables, peers }: { tables: readonly CatalogTable[]; peers: readonly PeerHere[] },
  open: (specification: PeerSpecification) => PeerProcess,
): [Contestant, ...Contestant[]] {
  const names = new Set(tables.map(({ name }) => name));
  const contestant = (name: string, dialect: Contestant['dialect'], specification: PeerSpecification) => ({
    name,
    dialect,
    tables: names,
    peer: open(specification),
  });
  return [
    contestant(engineName, 'duckdb', engine),
    ...peers.flatMap(({ name, prepared }) =>
      prepared === undefined
        ? []
        : [contestant(name, prepared.dialect, withSettings(prepared.specification))],
    ),
  ];
}

function withSettings(specification: PeerSpecification): PeerSpecification {
  if (specification.kind !== 'clickhouse') return specification;
  return { ...specification, setUp: [...nullsAsInSql, ...specification.setUp] };
}
