import { sqlString } from '@sdq/duckdb/sql';
import { databaseName, schemaName, schemaOids, userName } from './relations/facts.ts';
import type { Described } from './relations/given-tables.ts';
import { indexDefinition } from './relations/pg-catalog.ts';
import { postgresTypes } from './relations/postgres-types.ts';
import { holds, sessionSettings, versionText } from './relations/session-values.ts';

/** Arguments as SQL, and their values where they are string literals. */
export interface CallArguments {
  readonly sql: readonly string[];
  readonly strings: readonly (string | undefined)[];
}

/** SQL in the place of a call; undefined where the call is left to the gate, which refuses it. */
type Template = (given: CallArguments, described: Described) => string | undefined;

const nullText: Template = () => 'CAST(NULL AS VARCHAR)';
const yes: Template = () => 'true';
const no: Template = () => 'false';
const nullNumber: Template = () => 'CAST(NULL AS BIGINT)';

/** `CASE … WHEN … END` over pairs of a number and a text. */
function choice(value: string, pairs: readonly (readonly [number, string])[], otherwise: string): string {
  const whens = pairs.map(([key, text]) => `WHEN ${key} THEN ${sqlString(text)}`).join(' ');
  return whens === '' ? otherwise : `(CASE ${value} ${whens} ELSE ${otherwise} END)`;
}

/** Whether a privilege is among those that everybody has. */
function grants(privileges: RegExp): Template {
  return ({ strings }) => {
    const wanted = strings.at(-1);
    if (wanted === undefined) return 'CAST(NULL AS BOOLEAN)';
    return wanted.split(',').some((each) => privileges.test(each.trim())) ? 'true' : 'false';
  };
}

const formatType: Template = ({ sql: [oid = 'NULL', modifier = 'NULL'] }) => {
  const plain = choice(
    oid,
    postgresTypes.map((type) => [type.oid, type.formatted]),
    `'???'`,
  );
  const digits = `(${modifier}) - 4`;
  const decimal = `'numeric(' || ((${digits}) // 65536) || ',' || ((${digits}) % 65536) || ')'`;
  return `(CASE WHEN (${oid}) IS NULL THEN NULL WHEN (${oid}) = 1700 AND (${modifier}) > 4 THEN ${decimal} WHEN (${oid}) = 1231 AND (${modifier}) > 4 THEN ${decimal} || '[]' ELSE ${plain} END)`;
};

const description: Template = ({ sql: [oid = 'NULL', position = '0'], strings }) => {
  const place = strings[1] === undefined ? position : '0';
  return `(SELECT described.description FROM "pg_catalog.pg_description" AS described WHERE described.objoid = (${oid}) AND described.objsubid = (${place}))`;
};

const setting: Template = ({ strings: [name], sql }) => {
  const [argument = ''] = sql;
  if (name === undefined) return /^\s*(?:\$\w+|\?)/.test(argument) ? settingNamedBy(argument) : undefined;
  const found = sessionSettings.get(name.toLowerCase());
  if (found !== undefined) return sqlString(found.value);
  return /^true$/i.test(sql[1] ?? '') ? 'CAST(NULL AS VARCHAR)' : undefined;
};

/** The setting that a parameter names; NULL for none. */
function settingNamedBy(sql: string): string {
  const whens = [...sessionSettings].map(
    ([key, { value }]) => `WHEN ${sqlString(key)} THEN ${sqlString(value)}`,
  );
  return `(CASE lower(CAST(${sql} AS VARCHAR)) ${whens.join(' ')} ELSE CAST(NULL AS VARCHAR) END)`;
}

/** Sets what holds already; otherwise the call is left to the gate, which refuses it. */
const setConfig: Template = ({ strings: [name = '', value] }) =>
  value !== undefined && holds(name, value) ? sqlString(value) : undefined;

/** The functions of a session and of PostgreSQL's catalogue that tools call, by name in lower case. */
export const functionTemplates: ReadonlyMap<string, Template> = new Map<string, Template>([
  ['version', ({ sql }) => (sql.length === 0 ? sqlString(versionText) : undefined)],
  ['current_schema', ({ sql }) => (sql.length === 0 ? sqlString(schemaName) : undefined)],
  ['current_database', ({ sql }) => (sql.length === 0 ? sqlString(databaseName) : undefined)],
  ['current_catalog', ({ sql }) => (sql.length === 0 ? sqlString(databaseName) : undefined)],
  ['current_user', ({ sql }) => (sql.length === 0 ? sqlString(userName) : undefined)],
  ['user', ({ sql }) => (sql.length === 0 ? sqlString(userName) : undefined)],
  // arrays begin at 1
  ['array_lower', ({ sql: [list = 'NULL'] }) => `(CASE WHEN len(${list}) > 0 THEN 1 END)`],
  [
    'current_schemas',
    ({ sql: [isImplicit = ''] }) =>
      /^(?:false|'f'|'false')$/i.test(isImplicit) ? `['${schemaName}']` : `['${schemaName}', 'pg_catalog']`,
  ],
  ['current_setting', setting],
  ['set_config', setConfig],
  ['pg_backend_pid', ({ sql }) => (sql.length === 0 ? '0' : undefined)],
  ['pg_is_in_recovery', no],
  ['pg_get_userbyid', () => sqlString(userName)],
  ['pg_table_is_visible', yes],
  ['pg_type_is_visible', yes],
  ['pg_function_is_visible', yes],
  ['pg_collation_is_visible', yes],
  ['has_table_privilege', grants(/^select$/i)],
  ['has_column_privilege', grants(/^select$/i)],
  ['has_any_column_privilege', grants(/^select$/i)],
  ['has_schema_privilege', grants(/^usage$/i)],
  ['has_database_privilege', grants(/^connect$/i)],
  ['has_function_privilege', grants(/^execute$/i)],
  ['has_sequence_privilege', no],
  ['pg_has_role', yes],
  ['format_type', formatType],
  ['pg_get_expr', nullText],
  [
    'pg_get_constraintdef',
    ({ sql: [oid = 'NULL'] }, { tables }) =>
      choice(
        oid,
        tables.flatMap(({ key }) => (key === undefined ? [] : [[key.oid, key.definition] as const])),
        'CAST(NULL AS VARCHAR)',
      ),
  ],
  [
    'pg_get_indexdef',
    ({ sql: [oid = 'NULL', position] }, { tables }) =>
      position === undefined || /^\s*0\s*$/.test(position)
        ? choice(
            oid,
            tables.flatMap(({ name, key }) =>
              key === undefined ? [] : [[key.oid, indexDefinition(key, name)] as const],
            ),
            'CAST(NULL AS VARCHAR)',
          )
        : `(SELECT part.attname FROM "pg_catalog.pg_attribute" AS part WHERE part.attrelid = (${oid}) AND part.attnum = (${position}))`,
  ],
  ['obj_description', description],
  ['col_description', description],
  ['shobj_description', nullText],
  ['pg_get_viewdef', nullText],
  ['pg_get_ruledef', nullText],
  ['pg_get_triggerdef', nullText],
  ['pg_get_partkeydef', nullText],
  ['pg_get_functiondef', nullText],
  ['pg_get_function_result', nullText],
  ['pg_get_function_arguments', nullText],
  ['pg_get_function_identity_arguments', nullText],
  ['pg_get_serial_sequence', nullText],
  ['pg_get_statisticsobjdef_columns', nullText],
  ['pg_tablespace_location', nullText],
  ['pg_relation_size', nullNumber],
  ['pg_table_size', nullNumber],
  ['pg_total_relation_size', nullNumber],
  ['pg_indexes_size', nullNumber],
  ['pg_stat_get_numscans', nullNumber],
  ['pg_database_size', nullNumber],
  ['pg_encoding_to_char', () => `'UTF8'`],
  ['getdatabaseencoding', () => `'UTF8'`],
  ['pg_relation_is_publishable', no],
  ['pg_my_temp_schema', () => '0'],
  ['pg_is_other_temp_schema', no],
  ['quote_ident', ({ sql: [name = 'NULL'] }) => `CAST(${name} AS VARCHAR)`],
  ['to_regclass', ({ sql: [name = 'NULL'], strings }, described) => relationOid(name, strings[0], described)],
  [
    'to_regtype',
    ({ sql: [name = 'NULL'], strings }) =>
      strings[0] === undefined
        ? `(SELECT named.oid FROM "pg_catalog.pg_type" AS named WHERE named.typname = lower(CAST(${name} AS VARCHAR)))`
        : typeOid(name, strings[0]),
  ],
]);

/** Those that are answered in any query; the others only beside a relation of the catalogue. */
export const sessionFunctions: ReadonlySet<string> = new Set([
  'version',
  'current_schema',
  'current_schemas',
  'current_database',
  'current_catalog',
  'current_user',
  'current_setting',
  'set_config',
  'pg_backend_pid',
  'pg_is_in_recovery',
]);

/** Functions of PostgreSQL that tools call, and the same of DuckDB. */
export const functionNames: Readonly<Record<string, string>> = {
  array_upper: 'array_length',
  json_build_object: 'json_object',
};

/** Relations of the catalogue with fixed identifiers, which tools compare with `classoid`. */
const systemOids: Readonly<Record<string, number>> = {
  pg_type: 1247,
  pg_attribute: 1249,
  pg_proc: 1255,
  pg_class: 1259,
  pg_authid: 1260,
  pg_database: 1262,
  pg_constraint: 2606,
  pg_namespace: 2615,
  pg_trigger: 2620,
};

function relationsOf({ tables }: Described): (readonly [oid: number, name: string])[] {
  return tables.flatMap(({ oid, name, key }) => [
    [oid, name] as const,
    ...(key === undefined ? [] : [[key.oid, key.name] as const]),
  ]);
}

/** The last part of a name that may be qualified and quoted. */
function lastName(name: string): string {
  const [, quoted] = /"((?:[^"]|"")*)"\s*$/.exec(name) ?? [];
  return quoted?.replaceAll('""', '"') ?? (name.split('.').at(-1) ?? '').trim().toLowerCase();
}

/** `'videos'::regclass` as a number. */
export function relationOid(sql: string, literal: string | undefined, described: Described): string {
  if (literal === undefined) {
    const last = `replace(string_split(CAST(${sql} AS VARCHAR), '.')[-1], '"', '')`;
    // `pg_class` itself is what SQLAlchemy names by a parameter
    return `(SELECT coalesce(max(named.oid), max(CASE wanted.name WHEN 'pg_class' THEN ${systemOids.pg_class} END)) FROM (SELECT ${last} AS name) AS wanted LEFT JOIN "pg_catalog.pg_class" AS named ON named.relname = wanted.name)`;
  }
  if (/^\d{1,10}$/.test(literal)) return literal;
  const name = lastName(literal);
  const [oid] = relationsOf(described).find(([, known]) => known.toLowerCase() === name.toLowerCase()) ?? [];
  return String(oid ?? systemOids[name] ?? 'CAST(NULL AS BIGINT)');
}

/** `oid::regclass` as a name. */
export function relationName(sql: string, described: Described): string {
  return choice(sql, relationsOf(described), `CAST(${sql} AS VARCHAR)`);
}

/** `'integer'::regtype` as a number. */
export function typeOid(sql: string, literal: string | undefined): string {
  const name = literal === undefined ? undefined : lastName(literal);
  const type = postgresTypes.find((known) => known.name === name || known.formatted === name);
  if (type !== undefined) return String(type.oid);
  return literal === undefined ? sql : 'CAST(NULL AS BIGINT)';
}

/** `oid::regtype` as a name. */
export function typeName(sql: string): string {
  return choice(
    sql,
    postgresTypes.map((type) => [type.oid, type.formatted]),
    `CAST(${sql} AS VARCHAR)`,
  );
}

/** `2200::regnamespace` as a name, `'main'::regnamespace` as a number. */
export function namespaceOf(sql: string, literal: string | undefined): string {
  const schemas = Object.entries(schemaOids);
  if (literal === undefined)
    return choice(
      sql,
      schemas.map(([name, oid]) => [oid, name]),
      `CAST(${sql} AS VARCHAR)`,
    );
  const [, oid] = schemas.find(([name]) => name === lastName(literal)) ?? [];
  return String(oid ?? 'CAST(NULL AS BIGINT)');
}
