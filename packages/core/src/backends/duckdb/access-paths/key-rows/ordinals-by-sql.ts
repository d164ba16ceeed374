import { sqlWord } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { keyValues } from '../../../../shape/filter/key-values.ts';
import type { OrdinalsOf, RouteContext } from '../../candidates/access-path.ts';
import type { DescribedKeyFile } from '../../candidates/key-files.ts';
import { columnsOf, tableOf } from '../../candidates/relation/segment-rows.ts';
import { scanOf } from '../../candidates/structure.ts';

/** The structure of numeric keys that segments had before there were key files, and its column of keys. */
const numbers = { structure: 'ids', column: 'id' };

const numberMax = 2n ** 63n - 1n;

/** Whether it is a number as that structure stores it: one that fits, and that is written as DuckDB would. */
function isNumber(key: string): boolean {
  return /^(0|[1-9]\d{0,18})$/.test(key) && BigInt(key) <= numberMax;
}

/**
 * How rows are found in a segment without key files: numeric keys in a sorted table of numbers, others in the native
 * scan, which is almost sorted by key. Undefined for a key of several columns, and for many keys.
 */
export function ordinalsBySql(
  context: RouteContext,
  { columns: [key, ...others] }: DescribedKeyFile,
  filter = context.question.filter,
): OrdinalsOf | undefined {
  const { structure: scan } = scanOf(context.table);
  if (key === undefined || others.length > 0 || !columnsOf(context, scan).includes(key.name))
    return undefined;
  const values = keyValues(filter, key);
  if (values === undefined) return undefined;
  const areNumbers = values.every(({ text }) => isNumber(text));
  const texts = values.map(({ text }) => text);
  const literals = values.map(({ literal }) => literal);
  return (live: LiveSegment) =>
    areNumbers && live.segment.structures[numbers.structure] !== undefined
      ? `SELECT ordinal FROM ${tableOf(live, numbers.structure)} WHERE ${among(numbers.column, texts)}`
      : `SELECT rowid AS ordinal FROM ${tableOf(live, scan)} WHERE ${among(sqlWord(key.name), literals)}`;
}

function among(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'false' : `${column} IN (${values.join(', ')})`;
}
