import type { LiveSegment } from '@sdq/index';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import { type Candidate, type Constants, type RouteContext, unionOfRows } from '../access-path.ts';
import { cost } from '../cost.ts';
import { bytesOfRows } from '../estimates/structure-size.ts';
import { scanOf } from '../structure.ts';
import { relationOf } from './relation.ts';
import { columnsOf, hasColumns, tableOf, wantedOnly } from './segment-rows.ts';
import { storedList } from './stored-columns.ts';

type Described = Pick<Candidate, 'via' | 'relation' | 'rows' | 'bytes' | 'cost' | 'note'>;

/** Rows given by their ordinals in a segment, as `SELECT ordinal …`. */
export type OrdinalsOf = (live: LiveSegment) => string;

/** A candidate without guards: rows of segments unless stated otherwise. */
export function certainCandidate(
  described: Described & Partial<Pick<Candidate, 'edits' | 'merge' | 'readsSegments'>>,
): Candidate {
  return {
    readsSegments: true,
    merge: unionOfRows,
    steps: [],
    edits: [],
    guard: { rowsMin: 0 },
    costMost: described.cost,
    ...described,
  };
}

/** Reads narrow columns of the rows with these ordinals from the native scan; undefined when the query needs wider ones. */
export function semiJoin(
  context: RouteContext,
  ordinals: OrdinalsOf,
  rows: number,
  note: string,
  constants: Constants = {},
): Candidate | undefined {
  const { table, question } = context;
  const { structure: scan } = scanOf(table);
  const needed = storedColumnsNeeded(table, question.columns);
  const own = needed.filter((name) => !(name in constants));
  if (!hasColumns(context, scan, own)) return undefined;
  const stored = columnsOf(context, scan);
  const isOrdinalEnough = own.length === 0;
  const parts = context.coverage.segments.map((live) =>
    isOrdinalEnough
      ? `SELECT 1 AS nothing FROM (SELECT DISTINCT ordinal FROM (${ordinals(live)})) WHERE true${wantedOnly(context, live, 'ordinal')}`
      : `SELECT ${storedList(context, stored)} FROM ${tableOf(live, scan)} WHERE rowid IN (${ordinals(live)})${wantedOnly(context, live, 'rowid')}`,
  );
  return certainCandidate({
    via: scan,
    relation: relationOf(context, isOrdinalEnough ? [] : stored, parts, constants),
    rows,
    bytes: bytesOfRows(context, scan, rows, own.length),
    cost:
      2 * cost.start +
      (isOrdinalEnough
        ? rows * cost.countedOrdinal
        : context.rows * (cost.probedRow + cost.nativeCell * own.length)),
    note,
  });
}
