import { storedColumns } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import {
  columnsOf,
  computedColumns,
  type Given,
  globalOrdinal,
  hasColumns,
  relationOf,
  storedList,
  tableOf,
  union,
  wantedOnly,
} from './structure-relation.ts';

/** Rows fetched one by one at most. The planner lowers this where a scan would be cheaper. */
export const fetchedRowsMax = 30_000;

/** Bytes of a row as row files keep it, about. */
const fetchedRowBytes = 120;

/** Rows of which a segment's `ordinal` column is known, as `SELECT ordinal …`. */
export type OrdinalsOf = (live: LiveSegment) => string;

type Described = Pick<Candidate, 'via' | 'relation' | 'rows' | 'bytes' | 'cost' | 'note'>;

/** A way that always holds. */
export function certainWay(described: Described & Partial<Pick<Candidate, 'edits'>>): Candidate {
  return { steps: [], edits: [], rowsMin: 0, ...described };
}

/** Fetches the rows of the ordinals that `sql` finds at run time, with the columns that the query uses. */
export function fetchWay(
  context: RouteContext,
  found: {
    readonly via: string;
    readonly sql: string;
    /** With fewer ordinals than this, it does not hold. */
    readonly ordinalsMin?: number;
    /** With fewer rows in the query's result than this, it does not hold. */
    readonly rowsMin?: number;
    readonly rows: number;
    /** Of finding them. */
    readonly cost: number;
    readonly note: string;
  },
): Candidate {
  const { table, columns, coverage, rowsPlaceholder } = context;
  const needed = storedColumnsNeeded(table, columns);
  const wanted = storedColumns(table).filter(({ name }) => needed.includes(name));
  // One column at least, so that rows are counted.
  const fetched = wanted.length > 0 ? wanted : storedColumns(table).slice(0, 1);
  const names = fetched.map(({ name }) => name);
  return {
    via: found.via,
    relation: relationOf(context, names, [`SELECT ${storedList(context, names)} FROM ${rowsPlaceholder}`]),
    steps: [
      {
        placeholder: rowsPlaceholder,
        sql: found.sql,
        rowsMin: found.ordinalsMin ?? 0,
        rowsMax: fetchedRowsMax,
        columns: fetched.map(({ name, type }) => ({ name, type })),
        files: coverage.rowFiles,
      },
    ],
    edits: [],
    rowsMin: found.rowsMin ?? 0,
    rows: found.rows,
    bytes: found.rows * fetchedRowBytes,
    cost: found.cost + cost.start + cost.fetch + found.rows * cost.fetchedRow,
    note: found.note,
  };
}

/**
 * Fetches the rows with these ordinals, when they are not too many. `left` leaves out rows: those that need not be
 * fetched, or, where that test costs more than it spares, only those that must not be.
 */
export function fetchOrdinals(
  context: RouteContext,
  ordinals: OrdinalsOf,
  rows: number,
  note: string,
  left: (live: LiveSegment) => string = (live) => wantedOnly(context, live, 'ordinal'),
): Candidate {
  const parts = context.coverage.segments.map(
    (live) => `SELECT ${globalOrdinal(live, 'ordinal')} FROM (${ordinals(live)}) WHERE true${left(live)}`,
  );
  // One more than are fetched tells that there are too many.
  const sql = `SELECT * FROM (${parts.join(' UNION ALL ')}) LIMIT ${fetchedRowsMax + 1}`;
  return fetchWay(context, { via: 'row files', sql, rows, cost: cost.start, note });
}

/** Reads narrow columns of the rows with these ordinals from `scan`; undefined when the query needs wider ones. */
export function semiJoin(
  context: RouteContext,
  ordinals: OrdinalsOf,
  rows: number,
  note: string,
  given: Given = {},
): Candidate | undefined {
  const needed = storedColumnsNeeded(context.table, context.columns);
  const own = needed.filter((name) => !(name in given));
  if (!hasColumns(context, 'scan', own)) return undefined;
  const stored = columnsOf(context, 'scan');
  const isOrdinalEnough = own.length === 0;
  const parts = context.coverage.segments.map((live) =>
    isOrdinalEnough
      ? `SELECT 1 AS nothing FROM (SELECT DISTINCT ordinal FROM (${ordinals(live)})) WHERE true${wantedOnly(context, live, 'ordinal')}`
      : `SELECT ${storedList(context, stored)} FROM ${tableOf(live, 'scan')} WHERE rowid IN (${ordinals(live)})${wantedOnly(context, live, 'rowid')}`,
  );
  return certainWay({
    via: 'scan',
    relation: relationOf(context, isOrdinalEnough ? [] : stored, parts, given),
    rows,
    bytes: rows * 4 * Math.max(1, own.length),
    cost:
      2 * cost.start +
      (isOrdinalEnough ? 0.02 * rows : context.rows * (cost.probedRow + cost.nativeCell * own.length)),
    note,
  });
}

/**
 * A structure's rows in place of the reference, under the name that the query calls it by, with `_ordinal` beside
 * its columns; those that pass `where`.
 */
export function withOrdinals(
  context: RouteContext,
  structure: string,
  ordinal: string,
  where: (live: LiveSegment) => string,
  given: Given = {},
): string {
  const { node } = context.reference;
  const stored = columnsOf(context, structure).filter((name) => !(name in given));
  const parts = context.coverage.segments.map(
    (live) =>
      `SELECT ${storedList(context, stored)}, ${globalOrdinal(live, ordinal)} AS _ordinal FROM ${tableOf(live, structure)} WHERE ${where(live)}${wantedOnly(context, live, ordinal)}`,
  );
  const computed = computedColumns(context, [...stored, ...Object.keys(given)]);
  const alias = node.alias === '' ? ` AS ${sqlName(node.table_name)}` : '';
  return `(SELECT ${['*', ...computed].join(', ')} FROM ${union(parts, given)})${alias}`;
}
