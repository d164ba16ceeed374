import { type CatalogColumn, type RowFileType, rowFileType, storedColumns } from '@sdq/catalog';
import { lazily } from '@sdq/contract';
import { sqlName } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { type ColumnsUsed, storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { KeySearch } from '../../runnable-plan.ts';
import {
  type Candidate,
  type Constants,
  type FetchedRows,
  type Merge,
  type OrdinalsOf,
  type RouteContext,
  type Source,
  unionOfRows,
} from '../access-path.ts';
import { cost } from '../cost.ts';
import { bytesOfFetched } from '../estimates/structure-size.ts';
import { fetchPlace } from './fetched-files.ts';
import { relationOf, relationOfParts, union, withBarrier } from './relation.ts';
import { columnsOf, globalOrdinal, tableOf, wantedOnly } from './segment-rows.ts';
import { columnsFrom, storedList } from './stored-columns.ts';

/** Maximum number of rows fetched one by one. The planner lowers it where a scan would be cheaper. */
export const fetchedRowsMax = 30_000;

/** Rows fetched per requested row, where WHERE can only be checked on whole rows. */
export const spareRows = 8;

/** Rows fetched beyond those requested, first, to see that none of them is equal to the last one requested. */
export const rowsBehind = 4;

/** Fetches the rows of the ordinals that `sql` or `keys` find at run time, with the columns that the query uses. */
export function fetchCandidate(
  context: RouteContext,
  found: {
    readonly via: string;
    readonly sql: string | null;
    readonly keys?: KeySearch;
    /** Stored columns to fetch; default: those that the query uses. */
    readonly columns?: readonly string[];
    readonly merge?: Merge;
    /** Guard: with fewer ordinals than this, it falls back. */
    readonly ordinalsMin?: number;
    /** Guard: with fewer rows in the query's result than this, it falls back. */
    readonly rowsMin?: number;
    readonly rows: number;
    /** Guard: the maximum number of rows; {@link fetchedRowsMax} by default. */
    readonly rowsMost?: number;
    /** Cost of finding them. */
    readonly cost: number;
    readonly note: string;
    readonly fetched?: FetchedRows | undefined;
    /** Rows beside the fetched ones, as SELECTs of stored columns; default: those of all uncovered files. */
    readonly parts?: (names: readonly string[]) => readonly string[];
  },
): Candidate {
  const { table, question, rowsPlaceholder } = context;
  const needed = found.columns ?? storedColumnsNeeded(table, question.columns);
  const wanted = storedColumns(table).filter(({ name }) => needed.includes(name));
  // At least one column, so that rows are counted.
  const fetched = wanted.length > 0 ? wanted : storedColumns(table).slice(0, 1);
  const names = fetched.map(({ name }) => name);
  const written = () => {
    const fetchedRows = `SELECT ${fetchedList(fetched)} FROM ${rowsPlaceholder}`;
    return found.parts === undefined
      ? relationOf(context, names, [fetchedRows])
      : relationOfParts(context, names, [fetchedRows, ...found.parts(names)]);
  };
  const { files, isDirect, baseCost } = fetchPlace(context, fetched);
  // Rows that are the result as they are need no statement.
  const isAnswer =
    isDirect &&
    found.fetched !== undefined &&
    found.sql === null &&
    (context.uncovered.length === 0 || found.keys?.beside !== undefined) &&
    typeof question.plainRows !== 'string';
  const start = isAnswer ? cost.answer : cost.start + cost.fetch;
  const costOf = (rows: number) => found.cost + start + rows * cost.fetchedRow + (baseCost?.(rows) ?? 0);
  return {
    via: found.via,
    readsSegments: true,
    relation: lazily(written),
    merge: found.merge ?? unionOfRows,
    steps: [
      {
        placeholder: rowsPlaceholder,
        sql: found.sql,
        ...(found.keys === undefined ? {} : { keys: found.keys }),
        rowsMin: found.ordinalsMin ?? 0,
        rowsMax: fetchedRowsMax,
        columns: fetched.map(({ name, type }) => ({
          name,
          type: keptAs(type).type,
          ...(keptAs(type).isJson && { jsonOf: type }),
        })),
        files,
      },
    ],
    edits: [],
    ...(found.fetched !== undefined && { fetched: found.fetched }),
    guard: { rowsMin: found.rowsMin ?? 0 },
    rows: found.rows,
    bytes: bytesOfFetched(context, found.rows),
    cost: costOf(found.rows),
    costMost: costOf(found.rowsMost ?? fetchedRowsMax),
    ...(baseCost === undefined ? {} : { costOfBaseRow: baseCost(1) }),
    note: found.note,
  };
}

/** Fetched columns with the types of the table. */
function fetchedList(columns: readonly CatalogColumn[]): string {
  return columns
    .map(({ name, type }) => {
      const column = sqlName(name);
      return keptAs(type).isJson ? `${column}::JSON::${type} AS ${column}` : column;
    })
    .join(', ');
}

function keptAs(type: string): RowFileType {
  const kept = rowFileType(type);
  if (kept === undefined) throw new Error(`Row files cannot store columns of type ${type}`);
  return kept;
}

/**
 * Fetches the rows with these ordinals, up to a maximum. `left` excludes rows: those that are not needed, or, where
 * that test costs more than it saves, only those that must not be read.
 */
export function fetchOrdinals(
  context: RouteContext,
  ordinals: OrdinalsOf,
  {
    left = (live) => wantedOnly(context, live, 'ordinal'),
    ...found
  }: {
    readonly rows: number;
    readonly rowsMost?: number;
    readonly note: string;
    readonly left?: (live: LiveSegment) => string;
  },
): Candidate {
  const parts = context.coverage.segments.map(
    (live) => `SELECT ${globalOrdinal(live, 'ordinal')} FROM (${ordinals(live)}) WHERE true${left(live)}`,
  );
  // One more than the maximum, to detect that there are too many.
  const sql = `SELECT * FROM (${parts.join(' UNION ALL ')}) LIMIT ${fetchedRowsMax + 1}`;
  return fetchCandidate(context, { ...found, via: 'row files', sql, cost: cost.start });
}

/**
 * A source's rows in place of the reference, under the reference's name in the query, with `_ordinal` beside its
 * columns: those that are named, since DuckDB binds each column that a relation lists.
 */
export function withOrdinals(
  context: RouteContext,
  { structure, ordinal, where, constants, isFoundFirst = false }: Source,
  named: ColumnsUsed = 'everything',
): string {
  const read = storedColumnsNeeded(context.table, named);
  const stored = columnsOf(context, structure).filter(
    (name) => !(name in constants) && (named === 'everything' || read.includes(name)),
  );
  const parts = context.coverage.segments.map(
    (live) =>
      `SELECT ${storedList(context, stored)}, ${globalOrdinal(live, ordinal)} AS _ordinal FROM ${tableOf(live, structure)} WHERE ${where(live)}${wantedOnly(context, live, ordinal)}`,
  );
  const computed = computedColumns(context, stored, constants);
  const rows = union(parts, constants);
  return `(SELECT ${['*', ...computed].join(', ')} FROM ${isFoundFirst ? withBarrier(rows) : rows})${context.question.ownAlias}`;
}

function computedColumns(context: RouteContext, stored: readonly string[], constants: Constants): string[] {
  return columnsFrom(context, [...stored, ...Object.keys(constants)]).flatMap(({ sql, isComputed }) =>
    isComputed ? [sql] : [],
  );
}
