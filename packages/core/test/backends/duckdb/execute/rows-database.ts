import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Database } from '@sdq/duckdb';
import { registerRowsFunction } from '@sdq/row-store';
import { afterAll, beforeAll } from 'vitest';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';

/** A database that reads fetched rows, and a folder for files, while the tests of a file run. */
export interface RowsDatabase {
  readonly database: Database;
  readonly connection: DuckDBConnection;
  /** The path of a file in the folder. */
  path(name: string): string;
}

/** To be called once, where the tests are described; it is there from their first hook on. */
export function useRowsDatabase(): RowsDatabase {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let database: Database;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    database = await Database.open();
    connection = await database.connect();
    registerRowsFunction(connection);
  });
  afterAll(async () => {
    connection.closeSync();
    database.close();
    await directory[Symbol.asyncDispose]();
  });
  return {
    get database() {
      return database;
    },
    get connection() {
      return connection;
    },
    path: (name) => join(directory.path, name),
  };
}
