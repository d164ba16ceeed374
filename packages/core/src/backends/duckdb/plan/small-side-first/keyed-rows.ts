import { isWholeNumber } from '@sdq/catalog';
import { lazily } from '@sdq/contract';
import { sqlName } from '@sdq/duckdb/sql';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { JoinedBy } from '../../../../shape/joins/joined-by.ts';
import { derivedByKeys } from '../../access-paths/derived-rows/derived-rows.ts';
import type { Candidate, RouteContext } from '../../candidates/access-path.ts';
import { cost } from '../../candidates/cost.ts';
import { rowCost } from '../../candidates/estimates/cell-cost.ts';
import { rowsOfGroups } from '../../candidates/estimates/group-rows.ts';
import { bytesOfRows } from '../../candidates/estimates/structure-size.ts';
import { type DescribedKeyFile, keyFileOfKey, keyFilesOf } from '../../candidates/key-files.ts';
import { certainCandidate } from '../../candidates/relation/certain-rows.ts';
import { fetchKeys } from '../../candidates/relation/fetched-keys.ts';
import { relationOf } from '../../candidates/relation/relation.ts';
import { hasColumns, wantedRows } from '../../candidates/relation/segment-rows.ts';
import { type KeptSide, sideRowsMax } from './kept-side.ts';

const missing = 'a segment has no key file: `sdq index build` writes it';

/** Whether rows of a table can be read by values of a column alone. */
export function isKeyed(context: RouteContext, column: string): boolean {
  return keyFileFor(context, column) !== undefined;
}

/** Fetches the rows that have the values of kept rows; one line with the reason where that is not possible. */
export function fetchedByKeys(
  context: RouteContext,
  { column, sideColumn }: JoinedBy,
  side: KeptSide,
): Candidate | string {
  const { source } = context;
  const file = keyFileFor(context, column);
  if (file === undefined) return missing;
  const type = file.columns[0]?.type ?? '';
  const named = side.aliases.map(sqlName).join(', ');
  const from = `${side.table}${named === '' ? '' : ` AS side(${named})`}`;
  const sql = `${sideColumn === undefined ? '' : `SELECT ${sqlName(sideColumn)} `}FROM ${from}`;
  const rows = file.of === undefined ? side.rows : groupRows(context, file.of, side);
  const found = {
    file,
    keys: { sql, type, keysMax: sideRowsMax },
    keysSelected: side.rows,
    rows,
    note: noteOf(column, side),
  };
  const candidate =
    source === undefined
      ? fetchKeys(context, { ...found, otherwise: undefined })
      : derivedByKeys(context, source, found);
  if (candidate === undefined) return missing;
  const { rowColumns } = (source ?? context).coverage;
  const lacks = candidate.steps.some(({ columns }) =>
    columns.some(({ name }) => rowColumns?.has(name) === false),
  );
  return lacks ? 'the row files there are lack a column that the query uses' : candidate;
}

/**
 * All rows, from the structure in which those of an owner lie together: DuckDB filters it by the values of a small side,
 * and skips most of it. Undefined where it lacks a column.
 */
export function clusteredByKeys(
  context: RouteContext,
  column: string,
  side: KeptSide,
): Candidate | undefined {
  const { table, question, rows } = context;
  const instance = context.instances('owner-rows').find((each) => each.column === column);
  const needed = storedColumnsNeeded(table, question.columns);
  if (instance === undefined || !hasColumns(context, instance.structure, needed)) return undefined;
  const { structure } = instance;
  const share = Math.min(1, Math.sqrt((side.rows * sharedRows) / Math.max(1, rows)));
  return certainCandidate({
    via: structure,
    relation: lazily(() => relationOf(context, needed, wantedRows(context, structure, needed))),
    rows: rows * share,
    bytes: bytesOfRows(context, structure, rows * share, needed.length),
    cost: 2 * cost.start + rows * share * (cost.probedRow + rowCost(context, needed)),
    note: `${noteOf(column, side)}, from ${structure}`,
  });
}

/** Rows of such a structure of which DuckDB reads the square root times that of the keys and of all rows. */
const sharedRows = 500;

function noteOf(column: string, { rows }: KeptSide): string {
  const count = Math.max(1, Math.round(rows));
  return `by the ${column} of ${count === 1 ? 'one row' : `about ${count.toLocaleString('en')} rows`} of the other side`;
}

/** Estimated rows of owners. */
function groupRows(context: RouteContext, column: string, { rows, isLeading }: KeptSide): number {
  const structure = context.instances('owner-rows').find((each) => each.column === column)?.structure;
  if (structure === undefined) return rows;
  const { typical, many } = rowsOfGroups(context, structure, rows);
  return isLeading ? many : typical;
}

/** The key file that finds rows by a column alone. Of a derived table, its rows are found by those of its source. */
function keyFileFor({ table, source }: RouteContext, column: string): DescribedKeyFile | undefined {
  const own = source === undefined ? keyFilesOf(table) : [];
  return [keyFileOfKey(source?.table ?? table), ...own].find((file) => {
    const [first, another] = file?.columns ?? [];
    // A list of tags has a key for each element.
    const isList = file?.of !== undefined && file.of !== first?.name;
    return first?.name === column && another === undefined && !isList && isKeyType(first.type);
  });
}

function isKeyType(type: string): boolean {
  return type === 'VARCHAR' || isWholeNumber(type);
}
