import { type DuckDBConnection, type DuckDBResult, DuckDBTypeId } from '@duckdb/node-api';
import type { RunnablePlan } from '../runnable-plan.ts';
import { prepare } from './prepare.ts';

/** The columns that a plan would return; runs nothing. Errors: DuckDB's own, `sql_parameter_error`. */
export async function columnsOf(
  connection: DuckDBConnection,
  plan: RunnablePlan,
): Promise<{ name: string; type: string }[]> {
  const prepared = await prepare(connection, plan.sql, plan);
  const isTyped = Array.from({ length: prepared.columnCount }, (_, index) =>
    prepared.columnTypeId(index),
  ).every((id) => id !== DuckDBTypeId.INVALID);
  const described = isTyped ? prepared : await noneOf(connection, plan);
  return Array.from({ length: described.columnCount }, (_, index) => ({
    name: described.columnName(index),
    type: described.columnType(index).toString(),
  }));
}

/** None of a plan's rows. Where a type depends on a parameter, columns are known only when the plan is run. */
async function noneOf(connection: DuckDBConnection, plan: RunnablePlan): Promise<DuckDBResult> {
  const prepared = await prepare(connection, `SELECT * FROM (${plan.sql}\n) LIMIT 0`, plan);
  return await prepared.run();
}
