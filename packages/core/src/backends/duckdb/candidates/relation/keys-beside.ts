import { type CatalogTable, isWholeNumber, mainTimeOf, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { KeySearch, KeysBeside } from '../../runnable-plan.ts';
import type { RouteContext } from '../access-path.ts';
import type { DescribedKeyFile } from '../key-files.ts';
import { heldPartsOf, heldTable } from './changed-relation.ts';
import { areHeldBeside } from './segment-rows.ts';

/** With up to so many keys, changed rows that have one of them are read apart. */
const keysMax = 50;

/**
 * The keys of the rows of delta files, as key files have them. Undefined where there are none of these files, where other files are
 * read beside the segments, where the rows are too many to be held, and for keys that are neither texts nor whole numbers.
 */
export function keysBeside(
  context: RouteContext,
  file: DescribedKeyFile,
  keys: KeySearch['keys'],
): KeysBeside | undefined {
  const { uncovered, coverage } = context;
  const { delta } = coverage;
  if (delta === undefined || uncovered.length === 0 || !areHeldBeside(context)) return undefined;
  if (!file.columns.every(({ type }) => type === 'VARCHAR' || isWholeNumber(type))) return undefined;
  const tags = tagsOf(context.table, file);
  const names = file.columns.map(({ name }) => sqlName(name));
  const list = names.map((name) => `${name}::VARCHAR`).join(', ');
  const areKnown = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
  const timeColumn = timeOf(context.table);
  const time = timeColumn === undefined ? '' : `, ${microseconds(sqlName(timeColumn))}`;
  const parts = heldPartsOf(delta).map((part) => {
    const table = heldTable(part.name);
    const beside = timeColumn === undefined ? '' : `, ${sqlName(timeColumn)}`;
    const from =
      tags === undefined ? table : `(SELECT unnest(${tags}) AS ${names.join()}${beside} FROM ${table})`;
    const sql = `SELECT ${list}${time} FROM ${from} WHERE ${areKnown}`;
    return { name: `${part.name}_${file.name}`, sql, table };
  });
  const beside = { parts, ...(timeColumn !== undefined && { timeColumn }) };
  if ('sql' in keys || keys.length === 0 || keys.length > keysMax) return beside;
  return { ...beside, condition: hasAnyKey(context.table, file, keys) };
}

/** The main time of a table, if it is one that is told in microseconds. */
function timeOf(table: CatalogTable): string | undefined {
  const time = mainTimeOf(table);
  const isMoment = storedColumns(table).some(
    ({ name, type }) => name === time && type === 'TIMESTAMP WITH TIME ZONE',
  );
  return isMoment ? time : undefined;
}

/** An infinite time has no microseconds: it is before or after all others. */
function microseconds(time: string): string {
  const [least, most] = [-(2n ** 63n) + 1n, 2n ** 63n - 1n];
  return `CASE WHEN isfinite(${time}) THEN epoch_us(${time}) WHEN ${time} > make_timestamptz(0) THEN ${most} WHEN ${time} IS NOT NULL THEN ${least} END::BIGINT`;
}

/** The condition that a row of a table has one of these keys of a key file, as SQL. */
export function hasAnyKey(
  table: CatalogTable,
  file: DescribedKeyFile,
  keys: readonly (readonly string[])[],
): string {
  return anyKey(file, tagsOf(table, file), keys);
}

/** How many more rows than before have each key of a key file, from rows that were added and replaced: a SELECT of keys and `rows`. */
export function changesByKey(
  table: CatalogTable,
  file: DescribedKeyFile,
  { added, replaced }: { readonly added: readonly string[]; readonly replaced: readonly string[] },
): string {
  const tags = tagsOf(table, file);
  const names = file.columns.map(({ name }) => sqlName(name)).join(', ');
  const keys = tags === undefined ? names : `unnest(list_distinct(${tags})) AS ${names}`;
  const parts = [
    ...added.map((from) => `SELECT ${keys}, 1 AS rows FROM ${from}`),
    ...replaced.map((from) => `SELECT ${keys}, -1 AS rows FROM ${from}`),
  ];
  return `SELECT ${names}, sum(rows)::BIGINT AS rows FROM (${parts.join(' UNION ALL ')}) GROUP BY ${names} HAVING sum(rows) <> 0 ORDER BY ${names}`;
}

/** The condition on a relation with the columns of a key file that it has one of these keys, as SQL. */
export function isAnyKey(file: DescribedKeyFile, keys: readonly (readonly string[])[]): string {
  return anyKey(file, undefined, keys);
}

function anyKey(
  file: DescribedKeyFile,
  tags: string | undefined,
  keys: readonly (readonly string[])[],
): string {
  return keys.map((key) => `(${hasKey(file, tags, key)})`).join(' OR ');
}

/** The list whose elements are the keys, as SQL; undefined where columns are. */
export function tagsOf(table: CatalogTable, { of }: DescribedKeyFile): string | undefined {
  const list = storedColumns(table).find(({ name, type }) => name === of && type.endsWith('[]'));
  return list && sqlName(list.name);
}

/** The condition that a row has a key. */
function hasKey({ columns }: DescribedKeyFile, tags: string | undefined, key: readonly string[]): string {
  const tests = columns.map(({ name, type }, at) => {
    const value = type === 'VARCHAR' ? sqlString(key[at] ?? '') : key[at];
    return tags === undefined ? `${sqlName(name)} = ${value}` : `list_contains(${tags}, ${value})`;
  });
  return tests.join(' AND ');
}
