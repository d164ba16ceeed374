import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlName } from '@sdq/duckdb/sql';
import type { TableView } from '../runnable-plan.ts';

/** Temporary views belong to their connection: no other query sees them, and closing it drops them. */
export async function createViews(connection: DuckDBConnection, views: readonly TableView[]): Promise<void> {
  for (const { name, relation } of views) {
    await connection.run(`CREATE TEMP VIEW ${sqlName(name)} AS FROM ${relation}`);
  }
}

/** Those of a plan that failed. */
export async function dropViews(connection: DuckDBConnection, views: readonly TableView[]): Promise<void> {
  for (const { name } of views) await connection.run(`DROP VIEW IF EXISTS temp.${sqlName(name)}`);
}
