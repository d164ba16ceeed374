import { type CatalogTable, keepsOlder, olderColumn, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';

/** The column in which observations carry their time; TIMESTAMPTZ, never NULL. */
export const observedColumn = '_observed';

/** Names of columns that have values; undefined for all columns. */
export type Known = ReadonlySet<string> | undefined;

/**
 * The stored columns that are neither key nor the row's own observation time, nor derived from other tables; of these
 * the known ones.
 */
export function registers(table: CatalogTable, known?: Known) {
  return storedColumns(table).filter(
    (column) =>
      !table.key.includes(column.name) &&
      column.name !== table.observedBy &&
      column.markedBy === undefined &&
      known?.has(column.name) !== false,
  );
}

/** The flags that say whether another table has a row of the same key. */
export function markedColumns(table: CatalogTable) {
  return storedColumns(table).filter((column) => column.markedBy !== undefined);
}

export function keyList(table: CatalogTable): string {
  return table.key.map(sqlName).join(', ');
}

/**
 * Observations and stored rows in one shape: key, registers, `_observed`, `_older`. A stored row has its newest
 * observation time and the older times of single columns; an observation has only its own time.
 */
export function observationList(table: CatalogTable, from: 'stored' | 'observed', known?: Known): string {
  const columns = [
    ...table.key.filter((name) => name !== table.observedBy),
    ...registers(table, known).map(({ name }) => name),
    ...(from === 'stored' ? markedColumns(table).map(({ name }) => name) : []),
  ];
  const observed = sqlName(from === 'stored' ? table.observedBy : observedColumn);
  const older = from === 'stored' && keepsOlder(table) ? olderColumn.name : `NULL::${olderColumn.type}`;
  const list = columns.map(sqlName);
  if (from === 'observed')
    list.push(...markedColumns(table).map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`));
  if (table.key.includes(table.observedBy)) list.push(`${observed} AS ${sqlName(table.observedBy)}`);
  return [...list, `${observed} AS ${observedColumn}`, `${older} AS ${olderColumn.name}`].join(', ');
}

/** Converts that shape back to stored rows; columns that the rows lack are left out. */
export function storedList(table: CatalogTable, lacking: ReadonlySet<string> = new Set()): string {
  const columns = storedColumns(table).filter(({ name }) => !lacking.has(name));
  const list = columns.map((column) =>
    column.name === table.observedBy && !table.key.includes(column.name)
      ? `${observedColumn} AS ${sqlName(column.name)}`
      : sqlName(column.name),
  );
  return [...list, ...(lacking.has(olderColumn.name) ? [] : [olderColumn.name])].join(', ');
}

/**
 * SQL that makes one row of all rows of a key: each column is a register in which the value with the greatest
 * (time, value) wins, and unknown values never do. Keeping the time of each column that is older than the row makes
 * the merge commutative, associative and idempotent: any order and grouping of observations gives the same row.
 */
export function mergeSql(table: CatalogTable, relation: string, known?: Known): string {
  const columns = registers(table, known);
  const states = columns.map(({ name, whenUnknown }) => {
    const known = [`${sqlName(name)} IS NOT NULL`];
    if (whenUnknown !== undefined) known.push(`${sqlName(name)} IS DISTINCT FROM ${whenUnknown}`);
    const time = keepsOlder(table)
      ? `coalesce(${olderColumn.name}[${sqlString(name)}], ${observedColumn})`
      : observedColumn;
    return `max({t: ${time}, v: ${sqlName(name)}}) FILTER (${known.join(' AND ')}) AS ${sqlName(`_r_${name}`)}`;
  });
  const values = columns.map(({ name }) => `${sqlName(`_r_${name}`)}.v AS ${sqlName(name)}`);
  values.push(...markedColumns(table).map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`));
  return `SELECT ${keyList(table)}, ${[...values, observedColumn].join(', ')}, ${olderSql(table, known)} AS ${olderColumn.name}
    FROM (SELECT ${keyList(table)}, max(${observedColumn}) AS ${observedColumn}, ${states.join(', ')}
          FROM ${relation} GROUP BY ${keyList(table)})`;
}

function olderSql(table: CatalogTable, known: Known): string {
  if (!keepsOlder(table)) return `NULL::${olderColumn.type}`;
  return olderOf(
    registers(table, known).map(({ name }) => ({ name, time: `${sqlName(`_r_${name}`)}.t` })),
    observedColumn,
  );
}

/** The times of those columns whose value is older than the row; `time` is SQL, NULL where the value is unknown. */
export function olderOf(
  columns: readonly { readonly name: string; readonly time: string }[],
  observed: string,
): string {
  const entries = columns.map(({ name, time }) => `{k: ${sqlString(name)}, v: ${time}}`);
  const older = `list_filter([${entries.join(', ')}], lambda entry: entry.v < ${observed})`;
  return `nullif(map_from_entries(${older}), MAP {}::${olderColumn.type})`;
}
