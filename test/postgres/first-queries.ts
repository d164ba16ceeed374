import { expect } from 'vitest';

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
    first: { table: 'authors' },
  },
  {
    tool: 'Grafana',
    asks: 'the columns of a table',
    sql: `SELECT quote_ident(column_name) AS "column", data_type AS "type" FROM information_schema.columns
WHERE CASE WHEN array_length(parse_ident('videos'),1) = 2
  THEN quote_ident(table_schema) = (parse_ident('videos'))[1] AND quote_ident(table_name) = (parse_ident('videos'))[2]
  ELSE quote_ident(table_name) = 'videos' AND ${grafanaSchemas} END`,
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
    asks: 'the columns (describe-fields)',
    sql: `SELECT "c"."column_name" AS "name", CASE WHEN "c"."udt_schema" IN ('public', 'pg_catalog') THEN FORMAT('%s', "c"."udt_name")
    ELSE FORMAT('"%s"."%s"', "c"."udt_schema", "c"."udt_name") END AS "database-type",
  "c"."ordinal_position" - 1 AS "database-position", "c"."table_schema" AS "table-schema", "c"."table_name" AS "table-name",
  "pk"."column_name" IS NOT NULL AS "pk?",
  COL_DESCRIPTION(CAST(CAST(FORMAT('%I.%I', CAST("c"."table_schema" AS TEXT), CAST("c"."table_name" AS TEXT)) AS REGCLASS) AS OID), "c"."ordinal_position") AS "field-comment",
  (("column_default" IS NULL) OR (LOWER("column_default") = 'null')) AND ("is_nullable" = 'NO')
    AND NOT ((("column_default" IS NOT NULL) AND ("column_default" LIKE '%nextval(%')) OR ("is_identity" <> 'NO')) AS "database-required",
  (("column_default" IS NOT NULL) AND ("column_default" LIKE '%nextval(%')) OR ("is_identity" <> 'NO') AS "database-is-auto-increment"
FROM "information_schema"."columns" AS "c" LEFT JOIN (SELECT "tc"."table_schema", "tc"."table_name", "kc"."column_name"
  FROM "information_schema"."table_constraints" AS "tc" INNER JOIN "information_schema"."key_column_usage" AS "kc"
    ON ("tc"."constraint_name" = "kc"."constraint_name") AND ("tc"."table_schema" = "kc"."table_schema") AND ("tc"."table_name" = "kc"."table_name")
  WHERE "tc"."constraint_type" = 'PRIMARY KEY') AS "pk"
  ON ("c"."table_schema" = "pk"."table_schema") AND ("c"."table_name" = "pk"."table_name") AND ("c"."column_name" = "pk"."column_name")
WHERE c.table_schema !~ '^information_schema|catalog_history|pg_' AND ("c"."table_schema" IN ('main')) AND ("c"."table_name" IN ('videos'))
UNION ALL SELECT "pa"."attname" AS "name", CASE WHEN "ptn"."nspname" IN ('public', 'pg_catalog') THEN FORMAT('%s', "pt"."typname")
    ELSE FORMAT('"%s"."%s"', "ptn"."nspname", "pt"."typname") END AS "database-type", "pa"."attnum" - 1 AS "database-position",
  "pn"."nspname" AS "table-schema", "pc"."relname" AS "table-name", FALSE AS "pk?", NULL AS "field-comment",
  FALSE AS "database-required", FALSE AS "database-is-auto-increment"
FROM "pg_catalog"."pg_class" AS "pc" INNER JOIN "pg_catalog"."pg_namespace" AS "pn" ON "pn"."oid" = "pc"."relnamespace"
  INNER JOIN "pg_catalog"."pg_attribute" AS "pa" ON "pa"."attrelid" = "pc"."oid" INNER JOIN "pg_catalog"."pg_type" AS "pt" ON "pt"."oid" = "pa"."atttypid"
  INNER JOIN "pg_catalog"."pg_namespace" AS "ptn" ON "ptn"."oid" = "pt"."typnamespace" WHERE ("pc"."relkind" = 'm') AND ("pa"."attnum" >= 1)
ORDER BY "table-schema" ASC, "table-name" ASC, "database-position" ASC`,
    first: {
      name: 'video_id',
      'database-type': 'varchar',
      'pk?': true,
      'field-comment': expect.stringMatching(/./),
    },
  },
  {
    tool: 'Metabase',
    asks: 'the foreign keys (describe-fks)',
    sql: `SELECT "fk_ns"."nspname" AS "fk-table-schema", "fk_table"."relname" AS "fk-table-name", "fk_column"."attname" AS "fk-column-name",
  "pk_ns"."nspname" AS "pk-table-schema", "pk_table"."relname" AS "pk-table-name", "pk_column"."attname" AS "pk-column-name"
FROM "pg_constraint" AS "c" INNER JOIN "pg_class" AS "fk_table" ON "c"."conrelid" = "fk_table"."oid"
  INNER JOIN "pg_namespace" AS "fk_ns" ON "c"."connamespace" = "fk_ns"."oid" INNER JOIN "pg_attribute" AS "fk_column" ON "c"."conrelid" = "fk_column"."attrelid"
  INNER JOIN "pg_class" AS "pk_table" ON "c"."confrelid" = "pk_table"."oid" INNER JOIN "pg_namespace" AS "pk_ns" ON "pk_table"."relnamespace" = "pk_ns"."oid"
  INNER JOIN "pg_attribute" AS "pk_column" ON "c"."confrelid" = "pk_column"."attrelid"
WHERE fk_ns.nspname !~ '^information_schema|catalog_history|pg_' AND ("c"."contype" = 'f'::char) AND ("fk_column"."attnum" = ANY(c.conkey))
  AND ("pk_column"."attnum" = ANY(c.confkey)) ORDER BY "fk-table-schema" ASC, "fk-table-name" ASC`,
    first: undefined,
  },
  {
    tool: 'Metabase',
    asks: 'the indexes (describe-indexes)',
    sql: `SELECT "tmp"."table-schema", "tmp"."table-name", TRIM(BOTH '"' FROM PG_CATALOG.PG_GET_INDEXDEF("tmp"."ci_oid", "tmp"."pos", FALSE)) AS "field-name"
FROM (SELECT "n"."nspname" AS "table-schema", "ct"."relname" AS "table-name", "ci"."oid" AS "ci_oid", (INFORMATION_SCHEMA._PG_EXPANDARRAY("i"."indkey"))."n" AS "pos"
  FROM "pg_catalog"."pg_class" AS "ct" INNER JOIN "pg_catalog"."pg_namespace" AS "n" ON "ct"."relnamespace" = "n"."oid"
    INNER JOIN "pg_catalog"."pg_index" AS "i" ON "ct"."oid" = "i"."indrelid" INNER JOIN "pg_catalog"."pg_class" AS "ci" ON "ci"."oid" = "i"."indexrelid"
  WHERE (PG_CATALOG.PG_GET_EXPR("i"."indpred", "i"."indrelid") IS NULL) AND n.nspname !~ '^information_schema|catalog_history|pg_') AS "tmp" WHERE "tmp"."pos" = 1 ORDER BY 2`,
    first: { 'table-name': 'authors' },
  },
  {
    tool: 'Metabase',
    asks: 'the values of enums',
    sql: `SELECT nspname, typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
WHERE t.oid IN (SELECT DISTINCT enumtypid FROM pg_enum e)`,
    first: undefined,
  },
  {
    tool: 'Metabase',
    asks: 'whether a table can be read',
    sql: 'select true as "_" from "main"."videos" where 1 <> 1 limit 0',
    first: undefined,
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
    asks: 'the process, to cancel it (postgres.py)',
    sql: 'SELECT pg_backend_pid()',
    first: { 'pg_backend_pid()': 0 },
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
    first: { 'current_schema()': 'main', session_user: 'sdq' },
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
    tool: 'DBeaver',
    asks: 'the schemas (PostgreDatabase.java)',
    sql: `SELECT n.oid,n.*,d.description FROM pg_catalog.pg_namespace n
LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid=n.oid AND d.objsubid=0 AND d.classoid='pg_namespace'::regclass ORDER BY nspname`,
    first: { nspname: 'information_schema' },
  },
  {
    tool: 'DBeaver',
    asks: 'the types (PostgreDatabase.java)',
    sql: `SELECT t.oid,t.*,c.relkind,format_type(nullif(t.typbasetype, 0), t.typtypmod) as base_type_name, d.description
FROM pg_catalog.pg_type t LEFT OUTER JOIN pg_catalog.pg_type et ON et.oid=t.typelem
LEFT OUTER JOIN pg_catalog.pg_class c ON c.oid=t.typrelid LEFT OUTER JOIN pg_catalog.pg_description d ON t.oid=d.objoid
WHERE t.typname IS NOT NULL AND (c.relkind IS NULL OR c.relkind = 'c') AND (et.typcategory IS NULL OR et.typcategory <> 'C') ORDER BY t.oid`,
    first: { typname: 'bool' },
  },
  {
    tool: 'DBeaver',
    asks: 'the tables (PostgreSchema.java)',
    sql: `SELECT c.oid,c.*,d.description,pg_catalog.pg_get_expr(c.relpartbound, c.oid) as partition_expr, pg_catalog.pg_get_partkeydef(c.oid) as partition_key
FROM pg_catalog.pg_class c LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid=c.oid AND d.objsubid=0 AND d.classoid='pg_class'::regclass
WHERE c.relnamespace=2200 AND c.relkind not in ('i','I','c') ORDER BY c.relname`,
    first: { relname: 'authors' },
  },
  {
    tool: 'DBeaver',
    asks: 'the columns (PostgreSchema.java)',
    sql: `SELECT c.relname,a.*,pg_catalog.pg_get_expr(ad.adbin, ad.adrelid, true) as def_value,dsc.description,dep.objid
FROM pg_catalog.pg_attribute a INNER JOIN pg_catalog.pg_class c ON (a.attrelid=c.oid)
LEFT OUTER JOIN pg_catalog.pg_attrdef ad ON (a.attrelid=ad.adrelid AND a.attnum = ad.adnum)
LEFT OUTER JOIN pg_catalog.pg_description dsc ON (c.oid=dsc.objoid AND a.attnum = dsc.objsubid)
LEFT OUTER JOIN pg_depend dep on dep.refobjid = a.attrelid AND dep.deptype = 'i' and dep.refobjsubid = a.attnum and dep.classid = dep.refclassid
WHERE NOT a.attisdropped AND c.relkind not in ('i','I','c') AND c.relname = 'videos' ORDER BY a.attnum`,
    first: { attname: 'video_id', attnum: 1 },
  },
  {
    tool: 'DBeaver',
    asks: 'the keys (PostgreSchema.java)',
    sql: `SELECT c.oid,c.*,t.relname as tabrelname,rt.relnamespace as refnamespace,d.description,
  case when c.contype='c' then "substring"(pg_get_constraintdef(c.oid), 7) else null end consrc_copy
FROM pg_catalog.pg_constraint c INNER JOIN pg_catalog.pg_class t ON t.oid=c.conrelid
LEFT OUTER JOIN pg_catalog.pg_class rt ON rt.oid=c.confrelid
LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid=c.oid AND d.objsubid=0 AND d.classoid='pg_constraint'::regclass ORDER BY c.oid`,
    first: { conname: 'videos_pkey', contype: 'p' },
  },
  {
    tool: 'DBeaver',
    asks: 'the indexes (PostgreSchema.java)',
    sql: `SELECT i.*,i.indkey as keys,c.relname,c.relnamespace,c.relam,c.reltablespace,tc.relname as tabrelname,dsc.description,
  pg_catalog.pg_get_expr(i.indpred, i.indrelid) as pred_expr,pg_catalog.pg_get_expr(i.indexprs, i.indrelid, true) as expr,
  pg_catalog.pg_relation_size(i.indexrelid) as index_rel_size,pg_catalog.pg_stat_get_numscans(i.indexrelid) as index_num_scans
FROM pg_catalog.pg_index i INNER JOIN pg_catalog.pg_class c ON c.oid=i.indexrelid INNER JOIN pg_catalog.pg_class tc ON tc.oid=i.indrelid
LEFT OUTER JOIN pg_catalog.pg_description dsc ON i.indexrelid=dsc.objoid WHERE c.relnamespace=2200 ORDER BY tabrelname, c.relname`,
    first: { tabrelname: 'authors', index_num_scans: null },
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
