import { lazily } from '@sdq/contract';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import {
  type Candidate,
  type Constants,
  type OrdinalsOf,
  type RouteContext,
  unionOfRows,
} from '../access-path.ts';
import { cost } from '../cost.ts';
import { rowCost, testCost, vectorRows } from '../estimates/cell-cost.ts';
import { bytesOfRows } from '../estimates/structure-size.ts';
import { scanOf } from '../structure.ts';
import { relationOf, withBarrier } from './relation.ts';
import { columnsOf, hasColumns, tableOf, wantedOnly } from './segment-rows.ts';
import { storedList } from './stored-columns.ts';

type Described = Pick<Candidate, 'via' | 'relation' | 'rows' | 'bytes' | 'cost' | 'note'>;

/** Values of one side of a join up to which DuckDB filters the scan of the other side: see `executor.ts`. */
const joinFilterMax = 2_000;

/** A candidate without guards: rows of segments unless stated otherwise. */
export function certainCandidate(
  described: Described & Partial<Pick<Candidate, 'edits' | 'merge' | 'readsSegments' | 'costMost'>>,
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

/** Reads the rows with these ordinals from the native scan; undefined when it lacks a column. */
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
  const stored = columnsOf(context, scan).filter((name) => !(name in constants));
  const isOrdinalEnough = own.length === 0;
  const isTestDear = testCost(context, Object.keys(constants)) > 0;
  const costOf = (matches: number) =>
    2 * cost.start +
    (isOrdinalEnough
      ? matches * cost.countedOrdinal
      : context.rows * cost.probedRow + rowsScanned(context, matches) * rowCost(context, own));
  const written = () => {
    const parts = context.coverage.segments.map((live) =>
      isOrdinalEnough
        ? `SELECT 1 AS nothing FROM (SELECT DISTINCT ordinal FROM (${ordinals(live)})) WHERE true${wantedOnly(context, live, 'ordinal')}`
        : `SELECT ${storedList(context, stored)} FROM ${tableOf(live, scan)} WHERE rowid IN (${ordinals(live)})${wantedOnly(context, live, 'rowid')}`,
    );
    const relation = relationOf(context, isOrdinalEnough ? [] : stored, parts, constants);
    // Without a barrier, DuckDB would test WHERE before it joins, on all rows of the table.
    return isTestDear ? withBarrier(relation) : relation;
  };
  return certainCandidate({
    via: scan,
    relation: lazily(written),
    rows,
    bytes: bytesOfRows(context, scan, rows, own.length),
    cost: costOf(rows),
    // Of a frequent owner or tag, every vector has a row.
    costMost: costOf(context.rows),
    note,
  });
}

/** Rows of columns that are read: of every vector with a match, where DuckDB passes the ordinals to the scan. */
export function rowsScanned({ rows }: RouteContext, matches: number): number {
  return matches > joinFilterMax ? rows : Math.min(rows, matches * vectorRows);
}
