import { type DuckDBConnection, type DuckDBResult, DuckDBTypeId } from '@duckdb/node-api';
import type { RunnablePlan } from '../runnable-plan.ts';
import { prepare } from './prepare.ts';

/**
 * Types of more columns are read from a result: a prepared statement copies all of them for each, which takes 0.2 s for
 * 8,000 and 4 s for 32,000, during which no deadline is kept.
 */
const preparedColumnsMax = 500;

/** The columns that a plan would return; runs nothing. Errors: DuckDB's own, `sql_parameter_error`. */
export async function columnsOf(
  connection: DuckDBConnection,
  plan: RunnablePlan,
): Promise<{ name: string; type: string }[]> {
  const prepared = await prepare(connection, plan.sql, plan);
  const count = prepared.columnCount;
  const isWide = count > preparedColumnsMax;
  const isTyped =
    !isWide &&
    Array.from({ length: count }, (_, index) => prepared.columnTypeId(index)).every(
      (id) => id !== DuckDBTypeId.INVALID,
    );
  const described = isTyped ? prepared : await noneOf(connection, plan);
  const named = isWide ? prepared : described;
  return Array.from({ length: named.columnCount }, (_, index) => ({
    name: named.columnName(index),
    type: described.columnType(index).toString(),
  }));
}

/** None of a plan's rows. Where a type depends on a parameter, columns are known only when the plan is run. */
async function noneOf(connection: DuckDBConnection, plan: RunnablePlan): Promise<DuckDBResult> {
  const prepared = await prepare(connection, `SELECT * FROM (${plan.sql}\n) LIMIT 0`, plan);
  return await prepared.run();
}
