import type { CatalogTable } from '@sdq/catalog';
import { databaseName, schemaName, schemaOids, type TableFacts, userName } from './facts.ts';
import { type GivenRow, givenTable } from './given-table.ts';

const inSchema = { table_catalog: databaseName, table_schema: schemaName } as const;
const ofConstraint = { constraint_catalog: databaseName, constraint_schema: schemaName } as const;

/** Digits of a number: as DuckDB counts them, in bits but for decimals. */
function precisionOf(type: string): GivenRow {
  const bits: Readonly<Record<string, number>> = {
    TINYINT: 8,
    SMALLINT: 16,
    INTEGER: 32,
    BIGINT: 64,
    FLOAT: 24,
    DOUBLE: 53,
  };
  const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined)
    return {
      numeric_precision: Number(precision),
      numeric_precision_radix: 10,
      numeric_scale: Number(scale),
    };
  const count = bits[type];
  return count === undefined
    ? {}
    : { numeric_precision: count, numeric_precision_radix: 2, numeric_scale: 0 };
}

function columnRows(tables: readonly TableFacts[]): GivenRow[] {
  return tables.flatMap((table) =>
    table.columns.map((column) => ({
      ...inSchema,
      table_name: table.name,
      column_name: column.name,
      ordinal_position: column.position,
      is_nullable: column.isNullable ? 'YES' : 'NO',
      data_type: column.type,
      ...precisionOf(column.type),
      udt_catalog: databaseName,
      udt_schema: 'pg_catalog',
      udt_name: column.postgres.name,
      COLUMN_COMMENT: column.description,
    })),
  );
}

function keyRows(tables: readonly TableFacts[], row: (table: TableFacts) => GivenRow[]): GivenRow[] {
  return tables.flatMap((table) => (table.key === undefined ? [] : row(table)));
}

function keyColumnRows(tables: readonly TableFacts[], row: (position: number) => GivenRow): GivenRow[] {
  return keyRows(tables, ({ name, key }) =>
    (key?.columns ?? []).map((column) => ({
      ...ofConstraint,
      constraint_name: key?.name ?? null,
      ...inSchema,
      table_name: name,
      column_name: column.name,
      ...row(column.keyPosition ?? 0),
    })),
  );
}

const constraint = 'constraint_catalog VARCHAR, constraint_schema VARCHAR, constraint_name VARCHAR';
const table = 'table_catalog VARCHAR, table_schema VARCHAR, table_name VARCHAR';

/** The tables of `information_schema`, with DuckDB's columns and types. */
export function informationSchema(platform: string, tables: readonly TableFacts[]): CatalogTable[] {
  const make = (name: string, columns: string, rows: readonly GivenRow[]) =>
    givenTable(platform, `information_schema.${name}`, columns, rows);
  return [
    make(
      'tables',
      `${table}, table_type VARCHAR, self_referencing_column_name VARCHAR, reference_generation VARCHAR,
       user_defined_type_catalog VARCHAR, user_defined_type_schema VARCHAR, user_defined_type_name VARCHAR,
       is_insertable_into VARCHAR, is_typed VARCHAR, commit_action VARCHAR, TABLE_COMMENT VARCHAR`,
      tables.map(({ name, description }) => ({
        ...inSchema,
        table_name: name,
        table_type: 'BASE TABLE',
        is_insertable_into: 'NO',
        is_typed: 'NO',
        TABLE_COMMENT: description,
      })),
    ),
    make(
      'columns',
      `${table}, column_name VARCHAR, ordinal_position INTEGER, column_default VARCHAR, is_nullable VARCHAR,
       data_type VARCHAR, character_maximum_length INTEGER, character_octet_length INTEGER, numeric_precision INTEGER,
       numeric_precision_radix INTEGER, numeric_scale INTEGER, datetime_precision INTEGER, interval_type VARCHAR,
       interval_precision INTEGER, character_set_catalog VARCHAR, character_set_schema VARCHAR,
       character_set_name VARCHAR, collation_catalog VARCHAR, collation_schema VARCHAR, collation_name VARCHAR,
       domain_catalog VARCHAR, domain_schema VARCHAR, domain_name VARCHAR, udt_catalog VARCHAR, udt_schema VARCHAR,
       udt_name VARCHAR, scope_catalog VARCHAR, scope_schema VARCHAR, scope_name VARCHAR, maximum_cardinality BIGINT,
       dtd_identifier VARCHAR, is_self_referencing BOOLEAN, is_identity BOOLEAN, identity_generation VARCHAR,
       identity_start VARCHAR, identity_increment VARCHAR, identity_maximum VARCHAR, identity_minimum VARCHAR,
       identity_cycle BOOLEAN, is_generated VARCHAR, generation_expression VARCHAR, is_updatable BOOLEAN,
       COLUMN_COMMENT VARCHAR`,
      columnRows(tables),
    ),
    make(
      'schemata',
      `catalog_name VARCHAR, schema_name VARCHAR, schema_owner VARCHAR, default_character_set_catalog VARCHAR,
       default_character_set_schema VARCHAR, default_character_set_name VARCHAR, sql_path VARCHAR`,
      Object.keys(schemaOids).map((name) => ({
        catalog_name: databaseName,
        schema_name: name,
        schema_owner: userName,
      })),
    ),
    make(
      'table_constraints',
      `${constraint}, ${table}, constraint_type VARCHAR, is_deferrable VARCHAR, initially_deferred VARCHAR,
       enforced VARCHAR, nulls_distinct VARCHAR`,
      keyRows(tables, ({ name, key }) => [
        {
          ...ofConstraint,
          constraint_name: key?.name ?? null,
          ...inSchema,
          table_name: name,
          constraint_type: 'PRIMARY KEY',
          is_deferrable: 'NO',
          initially_deferred: 'NO',
          enforced: 'YES',
        },
      ]),
    ),
    make(
      'key_column_usage',
      `${constraint}, ${table}, column_name VARCHAR, ordinal_position BIGINT, position_in_unique_constraint BIGINT`,
      keyColumnRows(tables, (position) => ({ ordinal_position: position })),
    ),
    make(
      'constraint_column_usage',
      `${table}, column_name VARCHAR, ${constraint}, constraint_type VARCHAR, constraint_text VARCHAR`,
      keyColumnRows(tables, () => ({ constraint_type: 'PRIMARY KEY' })),
    ),
    make(
      'constraint_table_usage',
      `${table}, ${constraint}, constraint_type VARCHAR`,
      keyRows(tables, ({ name, key }) => [
        {
          ...inSchema,
          table_name: name,
          ...ofConstraint,
          constraint_name: key?.name ?? null,
          constraint_type: 'PRIMARY KEY',
        },
      ]),
    ),
    make(
      'referential_constraints',
      `${constraint}, unique_constraint_catalog VARCHAR, unique_constraint_schema VARCHAR,
       unique_constraint_name VARCHAR, match_option VARCHAR, update_rule VARCHAR, delete_rule VARCHAR`,
      [],
    ),
    make('check_constraints', `${constraint}, check_clause VARCHAR`, []),
    make(
      'views',
      `${table}, view_definition VARCHAR, check_option VARCHAR, is_updatable VARCHAR, is_insertable_into VARCHAR,
       is_trigger_updatable VARCHAR, is_trigger_deletable VARCHAR, is_trigger_insertable_into VARCHAR`,
      [],
    ),
    make(
      'character_sets',
      `character_set_catalog VARCHAR, character_set_schema VARCHAR, character_set_name VARCHAR,
       character_repertoire VARCHAR, form_of_use VARCHAR, default_collate_catalog VARCHAR,
       default_collate_schema VARCHAR, default_collate_name VARCHAR`,
      [{ character_set_name: 'UTF8', character_repertoire: 'UCS', form_of_use: 'UTF8' }],
    ),
    make(
      'routines',
      `specific_catalog VARCHAR, specific_schema VARCHAR, specific_name VARCHAR, routine_catalog VARCHAR,
       routine_schema VARCHAR, routine_name VARCHAR, routine_type VARCHAR, data_type VARCHAR`,
      [],
    ),
    make('sequences', 'sequence_catalog VARCHAR, sequence_schema VARCHAR, sequence_name VARCHAR', []),
    make(
      'table_privileges',
      `grantor VARCHAR, grantee VARCHAR, ${table}, privilege_type VARCHAR, is_grantable VARCHAR,
       with_hierarchy VARCHAR`,
      tables.map(({ name }) => ({
        grantor: userName,
        grantee: userName,
        ...inSchema,
        table_name: name,
        privilege_type: 'SELECT',
        is_grantable: 'NO',
        with_hierarchy: 'YES',
      })),
    ),
  ];
}
