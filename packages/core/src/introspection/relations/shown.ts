import type { CatalogTable } from '@sdq/catalog';
import { databaseName, schemaName, schemaOids, type TableFacts } from './facts.ts';
import { givenTable } from './given-table.ts';

/** What SHOW, DESCRIBE and PRAGMA answer, with DuckDB's columns and types. */
export function shownTables(platform: string, tables: readonly TableFacts[]): CatalogTable[] {
  return [
    givenTable(
      platform,
      'show.tables',
      'name VARCHAR',
      tables.map(({ name }) => ({ name })),
    ),
    givenTable(
      platform,
      'show.all_tables',
      'database VARCHAR, schema VARCHAR, name VARCHAR, column_names VARCHAR[], column_types VARCHAR[], temporary BOOLEAN',
      tables.map(({ name, columns }) => ({
        database: databaseName,
        schema: schemaName,
        name,
        column_names: columns.map((column) => column.name),
        column_types: columns.map((column) => column.type),
        temporary: false,
      })),
    ),
    givenTable(
      platform,
      'show.columns',
      `table_name VARCHAR, position INTEGER, column_name VARCHAR, column_type VARCHAR, null VARCHAR, key VARCHAR,
       default VARCHAR, extra VARCHAR`,
      tables.flatMap(({ name, columns }) =>
        columns.map((column) => ({
          table_name: name,
          position: column.position,
          column_name: column.name,
          column_type: column.type,
          null: column.isNullable ? 'YES' : 'NO',
          key: column.keyPosition === undefined ? null : 'PRI',
        })),
      ),
    ),
    givenTable(
      platform,
      'show.table_info',
      'table_name VARCHAR, cid INTEGER, name VARCHAR, type VARCHAR, notnull BOOLEAN, dflt_value VARCHAR, pk BOOLEAN',
      tables.flatMap(({ name, columns }) =>
        columns.map((column) => ({
          table_name: name,
          cid: column.position - 1,
          name: column.name,
          type: column.type,
          notnull: !column.isNullable,
          pk: column.keyPosition !== undefined,
        })),
      ),
    ),
    givenTable(
      platform,
      'show.schemas',
      'database_name VARCHAR, schema_name VARCHAR, current BOOLEAN',
      Object.keys(schemaOids).map((name) => ({
        database_name: databaseName,
        schema_name: name,
        current: name === schemaName,
      })),
    ),
    givenTable(platform, 'show.databases', 'database_name VARCHAR', [{ database_name: databaseName }]),
  ];
}
