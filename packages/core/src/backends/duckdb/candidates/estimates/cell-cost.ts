import { type CatalogColumn, type CatalogTable, storedColumns } from '@sdq/catalog';
import { hasMeanBytes } from '@sdq/index';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { Filter } from '../../../../shape/filter/filter.ts';
import type { OrderedRows } from '../../../../shape/ordered-rows.ts';
import type { RouteContext } from '../access-path.ts';
import { cost } from '../cost.ts';
import { assumed } from './assumed.ts';
import { isPassingKnown, passingRows } from './selectivity.ts';

/** Estimated CPU time in microseconds of reading these columns of one row of a structure. */
export function rowCost(context: RouteContext, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + cellCost(context, name), 0);
}

/** Values that DuckDB reads together: of a column that no condition names, all of them where any row passes. */
export const vectorRows = 2_048;

/**
 * Estimated CPU time in microseconds of reading these columns of the rows that pass WHERE from the native scan. DuckDB
 * applies comparisons with constants while it reads, and reads the other columns only where a row passed.
 */
export function scanCost(context: RouteContext, needed: readonly string[]): number {
  const { table, question, rows } = context;
  const compared = storedColumnsNeeded(table, question.whereColumns).filter((name) => needed.includes(name));
  const others = needed.filter((name) => !compared.includes(name));
  const passing = isPushedDown(question.filter) ? passingRows(context) : rows;
  const share = 1 - (1 - Math.min(1, passing / Math.max(1, rows))) ** vectorRows;
  const first = firstRead(table, question.ordered);
  const looked = rowsLookedAt(context);
  const read = Math.min(looked * share, first === undefined ? rows : first.count * vectorRows);
  const ordering = others.filter((name) => first?.columns.includes(name));
  return (
    cost.start +
    looked * (cost.nativeCell + rowCost(context, compared) + testCost(context)) +
    rows * share * rowCost(context, ordering) +
    read * rowCost(context, others)
  );
}

/** Threads that look for the rows of a LIMIT, each until it has all of them. */
const searchThreads = 2;

/**
 * Rows that are looked at until LIMIT is reached; all without one, or with an order. Where statistics do not tell how many
 * rows pass, half of them: few where many pass, all where few do.
 */
function rowsLookedAt(context: RouteContext): number {
  const { question, rows } = context;
  const { plainLimit: limit } = question;
  if (limit === undefined || question.joinFault !== undefined) return rows;
  if (!isPassingKnown(context)) return rows / 2;
  const share = passingRows(context) / Math.max(1, rows);
  return Math.min(rows, searchThreads * (Number(limit) / share + vectorRows));
}

/** `late_materialization_max_rows`: of up to so many first rows, DuckDB reads the columns that do not order them last. */
const lateRowsMax = 50;

/** The first rows in an order where DuckDB itself reads the other columns of these rows only. */
function firstRead(
  table: CatalogTable,
  ordered: OrderedRows | string,
): { count: number; columns: string[] } | undefined {
  if (typeof ordered === 'string' || ordered.count > lateRowsMax) return undefined;
  const columns = ordered.terms.flatMap(({ reads }) => reads ?? []);
  return ordered.terms.some(({ reads }) => reads === undefined)
    ? undefined
    : {
        count: ordered.count,
        columns: storedColumnsNeeded(table, new Map(columns.map((name) => [name, 1]))),
      };
}

/**
 * Estimated CPU time in microseconds of testing WHERE on one row; next to nothing where DuckDB compares blocks. Tests
 * of columns that are replaced by constants cost nothing.
 */
export function testCost(context: RouteContext, constant: readonly string[] = []): number {
  const { question, table } = context;
  if (isPushedDown(question.filter)) return 0;
  return storedColumns(table)
    .filter(({ name }) => question.whereColumns.has(name) && !constant.includes(name))
    .reduce((sum, column) => sum + meanBytes(context, column) * cost.testedByte, 0);
}

/** Whether DuckDB applies all of a condition while it reads a table. */
function isPushedDown(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.children.every(isPushedDown);
    case 'comparison':
      return filter.of.kind === 'itself';
    case 'is null':
      return true;
    default:
      return false;
  }
}

function cellCost(context: RouteContext, name: string): number {
  const column = storedColumns(context.table).find((stored) => stored.name === name);
  const isPlain = context.coverage.statistics.columns.get(name)?.is_plain === true;
  const perByte = isPlain ? cost.plainByte : cost.nativeByte;
  return cost.nativeCell + (column === undefined ? 0 : meanBytes(context, column) * perByte);
}

/** Of a text or a list; 0 of other types, which are read in blocks. */
function meanBytes({ coverage }: RouteContext, { name, type, role, isLong }: CatalogColumn): number {
  if (!hasMeanBytes(type)) return 0;
  const { category, other, long } = assumed.textBytes;
  const usual = role === 'category' ? category : isLong === true ? long : other;
  return coverage.statistics.columns.get(name)?.mean_bytes ?? usual;
}
