import { isWholeNumber, storedColumns } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import type { KeysBeside } from '../../runnable-plan.ts';
import type { RouteContext } from '../access-path.ts';
import type { DescribedKeyFile } from '../key-files.ts';
import { changedRelation } from './changed-relation.ts';
import { areHeldBeside } from './segment-rows.ts';

/**
 * The keys of the rows of delta files, as key files have them. Undefined where there are none of these files, where other files are
 * read beside the segments, where the rows are too many to be held, and for keys that are neither texts nor whole numbers.
 */
export function keysBeside(
  context: RouteContext,
  { name, of, columns }: DescribedKeyFile,
): KeysBeside | undefined {
  const { table, uncovered, coverage } = context;
  const { delta } = coverage;
  if (delta === undefined || uncovered.length === 0 || !areHeldBeside(context)) return undefined;
  if (!columns.every(({ type }) => type === 'VARCHAR' || isWholeNumber(type))) return undefined;
  const list = storedColumns(table).find((column) => column.name === of && column.type.endsWith('[]'));
  const from =
    list === undefined
      ? changedRelation(delta)
      : `(SELECT unnest(${sqlName(list.name)}) AS ${columns.map((column) => sqlName(column.name)).join()} FROM ${changedRelation(delta)})`;
  const names = columns.map((column) => sqlName(column.name));
  return {
    name: `${delta.name}_${name}`,
    sql: `SELECT DISTINCT ${names.map((each) => `${each}::VARCHAR`).join(', ')} FROM ${from} WHERE ${names.map((each) => `${each} IS NOT NULL`).join(' AND ')}`,
  };
}
