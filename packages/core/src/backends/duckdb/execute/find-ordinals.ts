import type { DuckDBConnection } from '@duckdb/node-api';
import type { RowStep, RunnablePlan } from '../runnable-plan.ts';
import type { KeyFiles } from './key-files.ts';
import { prepare } from './prepare.ts';

/** The ordinals of the rows of a step: those that its SQL returns, and those of its keys. */
export async function findOrdinals(
  connection: DuckDBConnection,
  plan: Pick<RunnablePlan, 'parameters'>,
  { sql, keys }: Pick<RowStep, 'sql' | 'keys'>,
  keyFiles: KeyFiles,
): Promise<number[]> {
  const found = keys === undefined ? [] : keyFiles.find(keys);
  if (sql === null) return found;
  const prepared = await prepare(connection, sql, plan);
  const selected = (await prepared.runAndReadAll()).getColumns()[0] ?? [];
  return [...found, ...selected.map(Number)];
}
