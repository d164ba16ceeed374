import type { DuckDBConnection } from '@duckdb/node-api';
import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { type ColumnFacts, writtenColumns } from './stored-table.ts';

/** Times that ClickHouse holds exactly. */
const timeFirst = '1900-01-01';
const timeEnd = '2262-04-11';

/**
 * What rows have that the description of their table does not promise. Errors: `cluster_refused` for values that
 * ClickHouse cannot hold: times before 1900 or after 2262, NULL structs inside of lists.
 */
export async function readFacts(
  connection: DuckDBConnection,
  table: CatalogTable,
  relation: string,
): Promise<ColumnFacts> {
  const columns = writtenColumns(table);
  const asked = columns.flatMap(({ name, type, nullable }, at) => {
    const value = sqlName(name);
    const isList = type.endsWith('[]');
    return [
      ...(nullable && !isList ? [] : [`bool_or(${value} IS NULL) AS null_${at}`]),
      ...(isList ? [`bool_or(len(list_filter(${value}, x -> x IS NULL)) > 0) AS element_${at}`] : []),
      ...(/^(DATE|TIMESTAMP)/.test(type)
        ? [`bool_or(NOT (${value} >= '${timeFirst}'::DATE AND ${value} < '${timeEnd}'::DATE)) AS time_${at}`]
        : []),
    ];
  });
  if (asked.length === 0) return { nullable: new Set(), elementsNullable: new Set() };
  const [row = {}] = await allRows<Record<string, boolean | null>>(
    connection,
    `SELECT ${asked.join(', ')} FROM ${relation}`,
  );
  const named = (kind: string) =>
    new Set(columns.flatMap(({ name }, at) => (row[`${kind}_${at}`] === true ? [name] : [])));
  const [late] = named('time');
  if (late !== undefined)
    throw cannotHold(`${table.name}.${late} has times outside of ${timeFirst} to ${timeEnd}`);
  const elementsNullable = named('element');
  const struct = columns.find(({ name, type }) => type.startsWith('STRUCT') && elementsNullable.has(name));
  if (struct !== undefined)
    throw cannotHold(`Lists of ${table.name}.${struct.name} have NULL in place of a struct`);
  return { nullable: named('null'), elementsNullable };
}

function cannotHold(message: string): AppError {
  return new AppError('cluster_refused', `${message}, which ClickHouse cannot hold`, {
    hint: 'Correct these rows in the index, and load it again',
  });
}
