import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, keepsOlder, olderColumn } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { type Known, keyList, markedColumns, observedColumn, olderOf, registers } from './registers.ts';

export interface NewerRows {
  /** Names of tables, or SQL for FROM that is cheap to read several times. */
  readonly observations: string;
  readonly held: string;
  /** The columns that observations have. */
  readonly known: Known;
}

/**
 * The rows of `mergeSql` as SQL, where that is a choice between two values of each column in place of an aggregate: observations of
 * one key have the same time, and that is after the times of the stored row. Nearly all observations are so: a crawler comes
 * later. Undefined for others.
 */
export async function newerRows(
  connection: DuckDBConnection,
  table: CatalogTable,
  rows: NewerRows,
): Promise<string | undefined> {
  if (table.key.includes(table.observedBy)) return undefined;
  const [facts] = await allRows<Facts>(connection, factsSql(table, rows));
  if (facts === undefined || facts.differing !== '0' || facts.earlier !== '0') return undefined;
  const names = registers(table, rows.known).map(({ name }) => name);
  const isAlone = facts.alone !== '0';
  const complete = new Set(isAlone ? [] : names.filter((_, at) => facts.known[at] === facts.rows));
  const come = facts.repeated === '0' ? rows.observations : greatestOfEach(table, rows);
  return newerSql(table, { ...rows, observations: come }, complete);
}

/** Numbers as DuckDB gives them as JSON. */
interface Facts {
  readonly rows: string;
  /** Keys with several observations, and those of them at different times. */
  readonly repeated: string;
  readonly differing: string;
  /** Observations that are not after the stored row. */
  readonly earlier: string;
  /** Stored rows without an observation. */
  readonly alone: string;
  /** Observations with a value, by column. */
  readonly known: readonly string[];
}

function factsSql(table: CatalogTable, { observations, held, known }: NewerRows): string {
  const key = keyList(table);
  const values = registers(table, known).map((column) => `count(${knownValue(column, 'come')})`);
  const isEarlier = `come.${observedColumn} <= held.${sqlName(table.observedBy)}`;
  return `WITH several AS (SELECT min(${observedColumn}) <> max(${observedColumn}) AS differs
      FROM ${observations} GROUP BY ${key} HAVING count(*) > 1)
    SELECT count(*) AS rows, [${values.join(', ')}]::BIGINT[] AS known,
      (SELECT count(*) FROM several) AS repeated, (SELECT count(*) FROM several WHERE differs) AS differing,
      (SELECT count(*) FROM ${observations} AS come JOIN ${held} AS held USING (${key}) WHERE ${isEarlier}) AS earlier,
      (SELECT count(*) FROM ${held} AS held ANTI JOIN ${observations} AS come USING (${key})) AS alone
    FROM ${observations} AS come`;
}

/** One row of each key: the greatest value of each column, as it wins among values of the same time. */
function greatestOfEach(table: CatalogTable, { observations, known }: NewerRows): string {
  const key = keyList(table);
  const values = registers(table, known).map(
    (column) => `max(${knownValue(column, 'come')}) AS ${sqlName(column.name)}`,
  );
  const list = [key, ...values, `max(${observedColumn}) AS ${observedColumn}`];
  return `(SELECT ${list.join(', ')} FROM ${observations} AS come GROUP BY ${key})`;
}

/** `complete` are columns of which each row has an observed value: none of them is older than its row. */
function newerSql(
  table: CatalogTable,
  { observations, held, known }: NewerRows,
  complete: ReadonlySet<string>,
): string {
  const heldObserved = `held.${sqlName(table.observedBy)}`;
  const observed = `coalesce(come.${observedColumn}, ${heldObserved})`;
  const columns = registers(table).map((column) => {
    const { name } = column;
    const stored = knownValue(column, 'held');
    const storedTime = `CASE WHEN ${stored} IS NOT NULL
      THEN coalesce(held.${olderColumn.name}[${sqlString(name)}], ${heldObserved}) END`;
    if (known?.has(name) === false) return { name, value: stored, time: storedTime };
    const come = knownValue(column, 'come');
    const time = `CASE WHEN ${come} IS NULL THEN ${storedTime} END`;
    return { name, value: `coalesce(${come}, ${stored})`, time };
  });
  const mayBeOlder = columns.filter(({ name }) => !complete.has(name));
  const older =
    keepsOlder(table) && mayBeOlder.length > 0 ? olderOf(mayBeOlder, observed) : `NULL::${olderColumn.type}`;
  const list = [
    keyList(table),
    ...columns.map(({ name, value }) => `${value} AS ${sqlName(name)}`),
    ...markedColumns(table).map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`),
    `${observed} AS ${observedColumn}`,
    `${older} AS ${olderColumn.name}`,
  ];
  return `SELECT ${list.join(', ')} FROM ${observations} AS come FULL JOIN ${held} AS held USING (${keyList(table)})`;
}

/** A value of a row; NULL where it is unknown. */
function knownValue({ name, whenUnknown }: ReturnType<typeof registers>[number], row: string): string {
  const value = `${row}.${sqlName(name)}`;
  return whenUnknown === undefined ? value : `nullif(${value}, ${whenUnknown})`;
}
