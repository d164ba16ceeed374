import {
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  DuckDBTypeId,
} from '@duckdb/node-api';
import type { RunnablePlan } from '../runnable-plan.ts';
import { bindParameters } from './bind-parameters.ts';
import { prepare } from './prepare.ts';

/**
 * Types of more columns are read from a result: a prepared statement copies all of them for each, which takes 0.2 s for
 * 8,000 and 4 s for 32,000, during which no deadline is kept.
 */
const preparedColumnsMax = 500;

export interface DescribedPlan {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly parameterTypes: Readonly<Record<string, string>>;
}

/**
 * The columns that a plan would return, and the types of its parameters that DuckDB knows without their values; runs nothing.
 * Errors: DuckDB's own, `sql_parameter_error`.
 */
export async function describePlan(connection: DuckDBConnection, plan: RunnablePlan): Promise<DescribedPlan> {
  const prepared = await connection.prepare(plan.sql);
  const parameterTypes = parameterTypesOf(prepared);
  bindParameters(prepared, plan.parameters);
  const count = prepared.columnCount;
  const isWide = count > preparedColumnsMax;
  const isTyped =
    !isWide &&
    Array.from({ length: count }, (_, index) => prepared.columnTypeId(index)).every(
      (id) => id !== DuckDBTypeId.INVALID,
    );
  const described = isTyped ? prepared : await noneOf(connection, plan);
  const named = isWide ? prepared : described;
  const columns = Array.from({ length: named.columnCount }, (_, index) => ({
    name: named.columnName(index),
    type: described.columnType(index).toString(),
  }));
  return { columns, parameterTypes };
}

function parameterTypesOf(prepared: DuckDBPreparedStatement): Record<string, string> {
  const types: Record<string, string> = {};
  for (let index = 1; index <= prepared.parameterCount; index++) {
    const id = prepared.parameterTypeId(index);
    if (id !== DuckDBTypeId.INVALID && id !== DuckDBTypeId.ANY && id !== DuckDBTypeId.SQLNULL)
      types[prepared.parameterName(index)] = prepared.parameterType(index).toString();
  }
  return types;
}

/** None of a plan's rows. Where a type depends on a parameter, columns are known only when the plan is run. */
async function noneOf(connection: DuckDBConnection, plan: RunnablePlan): Promise<DuckDBResult> {
  const prepared = await prepare(connection, `SELECT * FROM (${plan.sql}\n) LIMIT 0`, plan);
  return await prepared.run();
}
