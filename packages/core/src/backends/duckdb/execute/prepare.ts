import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { RunnablePlan } from '../runnable-plan.ts';
import { bindParameters } from './bind-parameters.ts';

/** Prepares a statement of a plan, with the plan's parameters. Errors: DuckDB's own, `sql_parameter_error`. */
export async function prepare(
  connection: DuckDBConnection,
  sql: string,
  plan: Pick<RunnablePlan, 'parameters'>,
): Promise<DuckDBPreparedStatement> {
  const prepared = await connection.prepare(sql);
  bindParameters(prepared, plan.parameters);
  return prepared;
}
