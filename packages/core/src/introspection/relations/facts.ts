import type { CatalogTable } from '@sdq/catalog';
import { sqlWords } from '@sdq/duckdb/sql';
import { type PostgresType, postgresType } from './postgres-types.ts';

/** The names under which tools find the tables: `sdq.main.videos`. */
export const databaseName = 'sdq';
export const schemaName = 'main';
export const userName = 'sdq';

/** Identifiers of schemas and of the first table: below 16384, PostgreSQL's are its own. */
export const schemaOids = { main: 2200, pg_catalog: 11, information_schema: 13_000 } as const;
const firstTableOid = 16_384;

export interface ColumnFacts {
  readonly name: string;
  readonly type: string;
  readonly postgres: PostgresType;
  readonly isNullable: boolean;
  readonly description: string;
  /** From 1. */
  readonly position: number;
  /** From 1; undefined for a column outside the key. */
  readonly keyPosition: number | undefined;
}

/** A table as tools see it. */
export interface TableFacts {
  readonly name: string;
  readonly description: string;
  readonly oid: number;
  readonly columns: readonly ColumnFacts[];
  /** The primary key, if the table has one: the constraint, its index and its columns. */
  readonly key:
    | {
        readonly name: string;
        readonly oid: number;
        readonly definition: string;
        readonly columns: readonly ColumnFacts[];
      }
    | undefined;
}

/** The facts of tables in their order, which determines their identifiers. */
export function factsOfTables(tables: readonly CatalogTable[]): TableFacts[] {
  return tables.map((table, place) => {
    const columns = table.columns.map((column, index): ColumnFacts => {
      const inKey = table.key.indexOf(column.name);
      return {
        name: column.name,
        type: column.type,
        postgres: postgresType(column.type),
        isNullable: column.nullable && inKey < 0,
        description: column.description,
        position: index + 1,
        keyPosition: inKey < 0 ? undefined : inKey + 1,
      };
    });
    const oid = firstTableOid + 2 * place;
    const keyColumns = columns
      .filter(({ keyPosition }) => keyPosition !== undefined)
      .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0));
    const names = keyColumns.map(({ name }) => name);
    const key =
      names.length === 0
        ? undefined
        : {
            name: `${table.name}_pkey`,
            oid: oid + 1,
            definition: `PRIMARY KEY (${sqlWords(names)})`,
            columns: keyColumns,
          };
    return { name: table.name, description: table.description, oid, columns, key };
  });
}
