import type { DuckDBConnection } from '@duckdb/node-api';
import ddb, { type DataChunk, type Result } from '@duckdb/node-bindings';
import { statementHandle } from '@sdq/duckdb';
import type { RunnablePlan, SpeculativePlan } from '../runnable-plan.ts';
import { prepare } from './prepare.ts';
import { createViews } from './table-views.ts';

/** A streaming result, and the chunks of it that were read ahead. */
export interface Begun {
  readonly result: Result;
  readonly ahead: DataChunk[];
  readonly attempt: number | null;
  /** Whether all chunks were read ahead. */
  readonly isWhole?: boolean;
}

/** Starts one SQL text of a plan, with the views that it names. */
export async function begin(
  connection: DuckDBConnection,
  plan: RunnablePlan,
  { sql, views }: Pick<SpeculativePlan, 'sql' | 'views'>,
  attempt: number | null,
): Promise<Begun> {
  await createViews(connection, views);
  const prepared = await prepare(connection, sql, plan);
  return { result: await ddb.execute_prepared_streaming(statementHandle(prepared)), ahead: [], attempt };
}
