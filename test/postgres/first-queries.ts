/** What tools ask first, in the shape that their sources have it, and what they make of the answer. */
export interface FirstQuery {
  readonly tool: string;
  readonly asks: string;
  readonly sql: string;
  /** The first row as a driver reads it; undefined for no row. */
  readonly first: Readonly<Record<string, unknown>> | undefined;
  /** The SQLSTATE of a question that is not answered. */
  readonly refused?: string;
}

const elementOf = `SELECT t.oid, t.typnamespace, t.typname, t.typtype, t.typrelid, t.typnotnull, t.relkind,
    e.oid AS elemtypoid, e.typname AS elemtypname, ec.relkind AS elemrelkind,
    CASE WHEN ep.proname = 'array_recv' THEN 'a' ELSE e.typtype END AS elemtyptype
  FROM (
    SELECT t.oid, typnamespace, typname, typrelid, typnotnull, relkind, typelem AS elemoid,
      CASE WHEN p.proname = 'array_recv' THEN 'a' ELSE t.typtype END AS typtype,
      CASE WHEN p.proname = 'array_recv' THEN t.typelem WHEN t.typtype = 'r' THEN rngsubtype
        WHEN t.typtype = 'm' THEN (SELECT rngtypid FROM pg_range WHERE rngmultitypid = t.oid)
        WHEN t.typtype = 'd' THEN t.typbasetype END AS elemtypoid
    FROM pg_type AS t
    LEFT JOIN pg_class AS c ON (c.oid = t.typrelid)
    LEFT JOIN pg_proc AS p ON p.oid = t.typreceive
    LEFT JOIN pg_range ON (pg_range.rngtypid = t.oid)
  ) AS t
  LEFT JOIN pg_type AS e ON e.oid = elemtypoid
  LEFT JOIN pg_class AS ec ON (ec.oid = e.typrelid)
  LEFT JOIN pg_proc AS ep ON ep.oid = e.typreceive`;

const grafanaSchemas = `quote_ident(table_schema) IN (
  SELECT CASE WHEN trim(s[i]) = '"$user"' THEN user ELSE trim(s[i]) END
  FROM generate_series(array_lower(string_to_array(current_setting('search_path'), ','), 1),
      array_upper(string_to_array(current_setting('search_path'), ','), 1)) AS i,
    string_to_array(current_setting('search_path'), ',') s)`;

export const firstQueries: readonly FirstQuery[] = [
  {
    tool: 'Npgsql (Power BI)',
    asks: 'the types (PostgresDatabaseInfo.cs)',
    sql: `SELECT ns.nspname, t.oid, t.typname, t.typtype, t.typnotnull, t.elemtypoid FROM (${elementOf}) AS t
JOIN pg_namespace AS ns ON (ns.oid = typnamespace)
WHERE typtype IN ('b', 'r', 'm', 'e', 'd') OR (typtype = 'c' AND relkind = 'c')
  OR (typtype = 'p' AND typname IN ('record', 'void'))
  OR (typtype = 'a' AND (elemtyptype IN ('b', 'r', 'm', 'e', 'd') OR (elemtyptype = 'c' AND elemrelkind = 'c')))
ORDER BY CASE WHEN typtype IN ('b', 'e', 'p') THEN 0 WHEN typtype = 'r' THEN 1 WHEN typtype = 'a' THEN 5 END, t.oid`,
    first: {
      nspname: 'pg_catalog',
      oid: 16,
      typname: 'bool',
      typtype: 'b',
      typnotnull: false,
      elemtypoid: null,
    },
  },
  {
    tool: 'Npgsql (Power BI)',
    asks: 'the fields of composite types',
    sql: `SELECT typ.oid, att.attname, att.atttypid FROM pg_type AS typ
JOIN pg_namespace AS ns ON (ns.oid = typ.typnamespace) JOIN pg_class AS cls ON (cls.oid = typ.typrelid)
JOIN pg_attribute AS att ON (att.attrelid = typ.typrelid)
WHERE (typ.typtype = 'c' AND cls.relkind = 'c') AND attnum > 0 AND NOT attisdropped ORDER BY typ.oid, att.attnum`,
    first: undefined,
  },
  {
    tool: 'Npgsql (Power BI)',
    asks: 'the values of enums',
    sql: 'SELECT pg_type.oid, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid=enumtypid ORDER BY oid, enumsortorder',
    first: undefined,
  },
  {
    tool: 'Power BI',
    asks: 'the tables (its connector reads information_schema)',
    sql: `select TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE from INFORMATION_SCHEMA.tables
where TABLE_SCHEMA not in ('information_schema', 'pg_catalog') order by TABLE_SCHEMA, TABLE_NAME`,
    first: { table_schema: 'main', table_name: 'authors', table_type: 'BASE TABLE' },
  },
  {
    tool: 'Grafana',
    asks: 'the version (postgresMetaQuery.ts)',
    sql: "SELECT current_setting('server_version_num')::int/100 as version",
    first: { version: 1500 },
  },
  {
    tool: 'Grafana',
    asks: 'TimescaleDB',
    sql: "SELECT extversion FROM pg_extension WHERE extname = 'timescaledb'",
    first: undefined,
  },
  {
    tool: 'Grafana',
    asks: 'the databases',
    sql: 'SELECT datname FROM pg_database WHERE datistemplate = false',
    first: { datname: 'sdq' },
  },
  {
    tool: 'Grafana',
    asks: 'the tables',
    sql: `select quote_ident(table_name) as "table" from information_schema.tables
where quote_ident(table_schema) not in ('information_schema', 'pg_catalog', '_timescaledb_cache')
  and table_type = 'BASE TABLE' and ${grafanaSchemas} order by 1`,
    // string_to_array stands in FROM: the query builder lists no tables, SQL that is written by hand works
    first: undefined,
    refused: '42883',
  },
  {
    tool: 'Grafana',
    asks: 'the columns of a table',
    sql: `select quote_ident(column_name) as "column", data_type as "type" from information_schema.columns
where quote_ident(table_name) = 'videos' order by ordinal_position`,
    first: { column: 'video_id', type: 'VARCHAR' },
  },
  {
    tool: 'Metabase',
    asks: 'the privileges on tables (postgres.clj)',
    sql: `with table_privileges as (
  select NULL as role, t.schemaname as schema, t.objectname as table,
    pg_catalog.has_any_column_privilege(current_user, '"' || t.schemaname || '"' || '.' || '"' || t.objectname || '"', 'update') as update,
    pg_catalog.has_any_column_privilege(current_user, '"' || t.schemaname || '"' || '.' || '"' || t.objectname || '"', 'select') as select
  from (select schemaname, tablename as objectname from pg_catalog.pg_tables
    union select schemaname, viewname as objectname from pg_catalog.pg_views) t
  where t.schemaname !~ '^pg_' and t.schemaname <> 'information_schema')
select t.* from table_privileges t order by 3`,
    first: { role: null, schema: 'main', table: 'authors', update: false, select: true },
  },
  {
    tool: 'Metabase',
    asks: 'the tables',
    sql: `SELECT n.nspname AS schema, c.relname AS name, CASE c.relkind WHEN 'r' THEN 'TABLE' WHEN 'v' THEN 'VIEW' ELSE NULL END AS type,
  d.description, NULLIF(c.reltuples, -1) AS estimated_row_count
FROM pg_catalog.pg_class AS c INNER JOIN pg_catalog.pg_namespace AS n ON c.relnamespace = n.oid
LEFT JOIN pg_catalog.pg_description AS d ON c.oid = d.objoid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass
WHERE c.relnamespace = n.oid AND n.nspname !~ 'information_schema|pg_catalog|pg_toast' AND c.relkind IN ('r', 'p', 'v', 'f', 'm')
ORDER BY type, schema, name`,
    first: { schema: 'main', name: 'authors', type: 'TABLE' },
  },
  {
    tool: 'Metabase',
    asks: 'the time zone',
    sql: 'SHOW TIMEZONE',
    first: { TimeZone: 'UTC' },
  },
  {
    tool: 'Superset',
    asks: 'the schemas (SQLAlchemy)',
    sql: "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname NOT LIKE 'pg\\_%' ESCAPE '\\' ORDER BY nspname",
    first: { nspname: 'information_schema' },
  },
  {
    tool: 'Superset',
    asks: 'a chart with a range of time',
    sql: `SELECT DATE_TRUNC('day', create_time) AS __timestamp, COUNT(*) AS count FROM main.videos
WHERE create_time >= TO_TIMESTAMP('2026-03-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')
  AND create_time < TO_TIMESTAMP('2026-03-02 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')
GROUP BY DATE_TRUNC('day', create_time) ORDER BY count DESC LIMIT 10000`,
    // DuckDB's to_timestamp takes seconds: docs/bi.md says what to write
    first: undefined,
    refused: '42804',
  },
  {
    tool: 'Tableau',
    asks: 'the columns of a query (LIMIT 0)',
    sql: 'SELECT * FROM (SELECT * FROM "main"."videos") "t" LIMIT 0',
    first: undefined,
  },
  {
    tool: 'Tableau',
    asks: 'the tables (ODBC)',
    sql: `select relname, nspname, relkind from pg_catalog.pg_class c, pg_catalog.pg_namespace n
where relkind in ('r', 'v', 'm', 'f', 'p') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'pg_temp_1')
  and n.oid = relnamespace order by nspname, relname`,
    first: { relname: 'authors', nspname: 'main', relkind: 'r' },
  },
  {
    tool: 'DBeaver',
    asks: 'the session',
    sql: 'SELECT current_schema(),session_user',
    first: undefined,
    refused: '42703',
  },
  {
    tool: 'DBeaver',
    asks: 'the database',
    sql: 'SELECT db.oid,db.* FROM pg_catalog.pg_database db WHERE datallowconn AND NOT datistemplate ORDER BY db.datname',
    first: { datname: 'sdq' },
  },
  {
    tool: 'DBeaver',
    asks: 'settings',
    sql: "select * from pg_catalog.pg_settings where name = 'standard_conforming_strings'",
    first: { setting: 'on' },
  },
  {
    tool: 'JDBC',
    asks: 'the limit of keys',
    sql: "SELECT setting FROM pg_catalog.pg_settings WHERE name='max_index_keys'",
    first: { setting: '32' },
  },
  {
    tool: 'asyncpg',
    asks: 'to turn a setting off',
    sql: "SELECT current_setting('jit') AS cur, set_config('jit', 'off', false) AS new",
    first: { cur: 'off', new: 'off' },
  },
  {
    tool: 'psycopg',
    asks: 'a type by its name',
    sql: `SELECT typname AS name, oid, typarray AS array_oid, oid::regtype::text AS regtype, typdelim AS delimiter
FROM pg_type t WHERE t.oid = to_regtype('int8') ORDER BY t.oid`,
    first: { name: 'int8', oid: 20, regtype: 'bigint' },
  },
];
