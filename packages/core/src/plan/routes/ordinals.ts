import type { LiveSegment } from '../../index/coverage.ts';
import { structureOf } from '../../index/structures/index.ts';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import {
  globalOrdinal,
  hasColumns,
  relationOf,
  rowStep,
  storedList,
  tableOf,
  wantedOnly,
} from './structure-relation.ts';

/** Rows fetched one by one at most. The planner lowers this where a scan would be cheaper. */
export const fetchedRowsMax = 30_000;

/** Rows of which a segment's `ordinal` column is known, as `SELECT ordinal …`. */
export type OrdinalsOf = (live: LiveSegment) => string;

/** Fetches the rows with these ordinals, when they are not too many. */
export function fetchCandidate(
  context: RouteContext,
  ordinals: OrdinalsOf,
  rowsExpected: number,
  note: string,
): Candidate {
  const parts = context.coverage.segments.map(
    (live) =>
      `SELECT ${globalOrdinal(live, 'ordinal')} FROM (${ordinals(live)}) WHERE true${wantedOnly(context, live, 'ordinal')}`,
  );
  // One more than are fetched tells that there are too many.
  const sql = `SELECT * FROM (${parts.join(' UNION ALL ')}) LIMIT ${fetchedRowsMax + 1}`;
  const { step, stored } = rowStep(context, sql, { rowsMin: 0, rowsMax: fetchedRowsMax });
  return {
    via: 'row files',
    relation: relationOf(context, stored, [`SELECT ${storedList(context, stored)} FROM ${step.placeholder}`]),
    steps: [step],
    edits: [],
    rowsMin: 0,
    rows: rowsExpected,
    bytes: rowsExpected * 120,
    cost: 2 * cost.start + cost.fetch + rowsExpected * cost.fetchedRow,
    note,
  };
}

/** Reads narrow columns of the rows with these ordinals from `scan`; undefined when the query needs wider ones. */
export function semiJoinCandidate(
  context: RouteContext,
  ordinals: OrdinalsOf,
  rowsExpected: number,
  note: string,
  given: Readonly<Record<string, string>> = {},
): Candidate | undefined {
  const needed = storedColumnsNeeded(context.table, context.columns);
  const own = needed.filter((name) => !(name in given));
  if (!hasColumns('scan', own)) return undefined;
  const stored = structureOf('scan').columns.map(({ name }) => name);
  const isOrdinalEnough = own.length === 0;
  const parts = context.coverage.segments.map((live) =>
    isOrdinalEnough
      ? `SELECT 1 AS nothing FROM (SELECT DISTINCT ordinal FROM (${ordinals(live)})) WHERE true${wantedOnly(context, live, 'ordinal')}`
      : `SELECT ${storedList(context, stored)} FROM ${tableOf(live, 'scan')} WHERE rowid IN (${ordinals(live)})${wantedOnly(context, live, 'rowid')}`,
  );
  const rows = context.files.reduce((sum, file) => sum + file.rows, 0);
  return {
    via: 'scan',
    relation: relationOf(context, isOrdinalEnough ? [] : stored, parts, given),
    steps: [],
    edits: [],
    rowsMin: 0,
    rows: rowsExpected,
    bytes: rowsExpected * 4 * Math.max(1, own.length),
    cost:
      2 * cost.start +
      (isOrdinalEnough ? 0.02 * rowsExpected : rows * (cost.probedRow + cost.nativeCell * own.length)),
    note,
  };
}
