import type { Catalog } from '@sdq/catalog';
import type { StagedSource } from './staged-source.ts';
import type { StagingState } from './staging/journal.ts';
import { stagedTableOf } from './staging/read-staged.ts';
import { placingColumns, type StagedRelation, stagedParts } from './staging/staged-observations.ts';

interface ObservationOptions {
  readonly catalog: Catalog;
  /** Observation time of records that have none. */
  readonly observedAt?: Date | undefined;
}

/** The staged rows of tables with their observation times, by the ids of the tables. */
export function observationsOf(
  ids: readonly string[],
  staged: readonly StagedSource[],
  options: ObservationOptions,
): Map<string, StagedRelation> {
  return new Map(ids.map((id) => [id, observations(id, staged, options)]));
}

function observations(
  id: string,
  staged: readonly StagedSource[],
  { catalog, observedAt }: ObservationOptions,
): StagedRelation {
  const table = stagedTableOf(catalog, id);
  const observed = staged.flatMap(({ state }) => state.columns[id] ?? []);
  const known = new Set([...observed, ...placingColumns(table)]);
  const parts = staged.map((source) =>
    stagedParts(table, source, {
      known,
      otherwise: `make_timestamptz(${sourceTime(source.state, observedAt)})`,
    }),
  );
  const mapped = parts.flatMap((part) => part.mapped ?? []);
  const converted = parts.flatMap((part) => part.converted ?? []);
  return {
    from: unionOf([...mapped, ...converted]),
    known,
    sorted: parts.flatMap((part) => part.sorted),
    mapped: mapped.length === 0 ? undefined : unionOf(mapped),
  };
}

/** Observation time, in microseconds since 1970, of records that have none; 0, before all dated records, if unknown. */
function sourceTime(state: StagingState, given: Date | undefined): string {
  return given === undefined ? (state.latest ?? '0') : String(BigInt(given.getTime()) * 1000n);
}

/** Observations of both. */
export function joinedObservations(one: StagedRelation | undefined, other: StagedRelation): StagedRelation {
  if (one === undefined) return other;
  const from = unionOf([`FROM ${one.from}`, `FROM ${other.from}`]);
  return { from, known: new Set([...one.known, ...other.known]), sorted: [], mapped: from };
}

function unionOf(selects: readonly string[]): string {
  return `(${selects.join(' UNION ALL BY NAME ')})`;
}
