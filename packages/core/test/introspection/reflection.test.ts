import { builtInCatalog, type CatalogTable } from '@sdq/catalog';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { podcasts } from '../../../catalog/test/own/podcasts.ts';
import { type Engine, openEngine, type QueryOptions, type Row } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 50);
  engine = await openEngine({
    index: directory.path,
    tables: [podcasts],
    isolation: 'in-process',
    refreshMs: 0,
  });
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

async function rowsOf(sql: string, options: QueryOptions): Promise<Row[]> {
  const result = await engine.query(sql, options);
  expect(result.facts.isFree, sql).toBe(true);
  return await result.toArray();
}

/** `format_type` of a column, as far as the built-in and the described tables have types. */
const formatted: Readonly<Record<string, string>> = {
  BOOLEAN: 'boolean',
  SMALLINT: 'smallint',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  UBIGINT: 'numeric(20,0)',
  DOUBLE: 'double precision',
  DATE: 'date',
  TIMESTAMP: 'timestamp without time zone',
  'TIMESTAMP WITH TIME ZONE': 'timestamp with time zone',
  VARCHAR: 'character varying',
  'VARCHAR[]': 'character varying[]',
};
const formatOf = (type: string) => formatted[type] ?? (type.startsWith('STRUCT') ? 'json' : type);

const platforms: readonly (readonly [string, readonly CatalogTable[]])[] = [
  ...['shortvideo', 'photo', 'micro', 'network'].map(
    (platform) => [platform, builtInCatalog.tablesOf(platform)] as const,
  ),
  ['own', [podcasts]],
];

describe.each(platforms)('the tables of %s', (platform, described) => {
  const options = { platform };

  /** Removals of an own platform are added by the engine. */
  const known = (rows: readonly Row[], key = 'name') =>
    rows.filter((row) => described.some(({ name }) => name === row[key]));

  const columnsOf = described.flatMap((table) =>
    table.columns.map((column, index) => ({
      name: table.name,
      column: column.name,
      position: index + 1,
      type: formatOf(column.type),
      required: !column.nullable || table.key.includes(column.name),
    })),
  );
  const inOrder = (rows: readonly Row[]) =>
    [...rows].sort((a, b) =>
      `${a.name} ${String(a.position).padStart(4)}` < `${b.name} ${String(b.position).padStart(4)}` ? -1 : 1,
    );

  test('psql lists them, and describes each', async () => {
    const listed = await rowsOf(
      `SELECT n.nspname AS schema, c.relname AS name, CASE c.relkind WHEN 'r' THEN 'table' WHEN 'i' THEN 'index' END AS kind,
         pg_catalog.pg_get_userbyid(c.relowner) AS owner
       FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', '') AND n.nspname !~ '^pg_toast' AND n.nspname <> 'information_schema'
         AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1, 2`,
      options,
    );
    expect(known(listed)).toEqual(
      described
        .map(({ name }) => ({ schema: 'main', name, kind: 'table', owner: 'sdq' }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
    for (const table of described) {
      const [found] = await rowsOf(
        `SELECT c.oid FROM pg_catalog.pg_class c
         WHERE c.relname OPERATOR(pg_catalog.~) '^(${table.name})$' COLLATE pg_catalog.default`,
        options,
      );
      const columns = await rowsOf(
        `SELECT a.attname AS column, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
           (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d
            WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef) AS preset
         FROM pg_catalog.pg_attribute a WHERE a.attrelid = '${found?.oid}' AND a.attnum > 0 AND NOT a.attisdropped
         ORDER BY a.attnum`,
        options,
      );
      const expected = columnsOf.filter(({ name }) => name === table.name);
      expect(columns).toEqual(
        expected.map(({ column, type, required }) => ({ column, type, required, preset: null })),
      );
    }
  });

  test('an object-relational mapper reflects columns, comments and keys at once', async () => {
    const rows = await rowsOf(
      `SELECT pg_catalog.pg_class.relname AS name, pg_catalog.pg_attribute.attname AS column,
         pg_catalog.pg_attribute.attnum AS position,
         pg_catalog.format_type(pg_catalog.pg_attribute.atttypid, pg_catalog.pg_attribute.atttypmod) AS type,
         pg_catalog.pg_attribute.attnotnull AS required, pg_catalog.pg_description.description AS comment
       FROM pg_catalog.pg_class
       LEFT OUTER JOIN pg_catalog.pg_attribute ON pg_catalog.pg_class.oid = pg_catalog.pg_attribute.attrelid
         AND pg_catalog.pg_attribute.attnum > CAST(0 AS SMALLINT) AND NOT pg_catalog.pg_attribute.attisdropped
       LEFT OUTER JOIN pg_catalog.pg_description ON pg_catalog.pg_description.objoid = pg_catalog.pg_attribute.attrelid
         AND pg_catalog.pg_description.objsubid = pg_catalog.pg_attribute.attnum
         AND pg_catalog.pg_description.classoid = CAST('pg_catalog.pg_class' AS REGCLASS)
       JOIN pg_catalog.pg_namespace ON pg_catalog.pg_namespace.oid = pg_catalog.pg_class.relnamespace
       WHERE pg_catalog.pg_class.relkind = ANY (ARRAY['r', 'p', 'f', 'v', 'm'])
         AND pg_catalog.pg_table_is_visible(pg_catalog.pg_class.oid) AND pg_catalog.pg_namespace.nspname != 'pg_catalog'
       ORDER BY 1, 3`,
      options,
    );
    const withoutComments = known(rows).map(({ comment: _, ...rest }) => rest);
    expect(inOrder(withoutComments)).toEqual(inOrder(columnsOf));
    const comments = new Map(known(rows).map(({ name, column, comment }) => [`${name}.${column}`, comment]));
    for (const table of described)
      for (const column of table.columns)
        expect(comments.get(`${table.name}.${column.name}`) ?? '').toBe(column.description);

    const keys = await rowsOf(
      `SELECT owner.relname AS name, part.conname, array_agg(CAST(a.attname AS TEXT) ORDER BY part.ord) AS columns
       FROM (SELECT k.conrelid, k.conname, unnest(k.conkey) AS attnum, generate_subscripts(k.conkey, 1) AS ord
             FROM pg_catalog.pg_constraint k WHERE k.contype = 'p') AS part
       JOIN pg_catalog.pg_attribute a ON a.attnum = part.attnum AND a.attrelid = part.conrelid
       JOIN pg_catalog.pg_class owner ON owner.oid = part.conrelid GROUP BY ALL`,
      options,
    );
    expect(new Map(known(keys).map(({ name, columns }) => [name, columns]))).toEqual(
      new Map(described.filter(({ key }) => key.length > 0).map(({ name, key }) => [name, [...key]])),
    );
  });

  test('a JDBC driver of PostgreSQL reads tables, columns and keys', async () => {
    const tables = await rowsOf(
      `SELECT NULL AS cat, n.nspname AS schem, c.relname AS name, d.description AS remarks
       FROM pg_catalog.pg_namespace n, pg_catalog.pg_class c
       LEFT JOIN pg_catalog.pg_description d ON (c.oid = d.objoid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass)
       WHERE c.relnamespace = n.oid AND c.relkind = 'r' AND n.nspname !~ '^pg_'`,
      options,
    );
    expect(new Map(known(tables).map(({ name, remarks }) => [name, remarks]))).toEqual(
      new Map(described.map(({ name, description }) => [name, description])),
    );
    const columns = await rowsOf(
      `SELECT * FROM (SELECT c.relname AS name, a.attname AS column, t.typname AS type, a.attlen, a.atttypmod,
           row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS position,
           nullif(a.attidentity, '') AS identity, pg_catalog.pg_get_expr(def.adbin, def.adrelid) AS preset
         FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON (c.relnamespace = n.oid)
         JOIN pg_catalog.pg_attribute a ON (a.attrelid = c.oid) JOIN pg_catalog.pg_type t ON (a.atttypid = t.oid)
         LEFT JOIN pg_catalog.pg_attrdef def ON (a.attrelid = def.adrelid AND a.attnum = def.adnum)
         WHERE c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped AND n.nspname LIKE 'main') c
       WHERE true ORDER BY name, position`,
      options,
    );
    expect(
      known(columns)
        .map(({ name, column }) => `${name}.${column}`)
        .sort(),
    ).toEqual(columnsOf.map(({ name, column }) => `${name}.${column}`).sort());
    const keys = await rowsOf(
      `SELECT result.name, result.column, result.seq FROM (SELECT ct.relname AS name, a.attname AS column,
           (information_schema._pg_expandarray(i.indkey)).n AS seq, information_schema._pg_expandarray(i.indkey) AS keys,
           a.attnum AS number
         FROM pg_catalog.pg_class ct JOIN pg_catalog.pg_attribute a ON (ct.oid = a.attrelid)
         JOIN pg_catalog.pg_index i ON (a.attrelid = i.indrelid) WHERE i.indisprimary) result
       WHERE result.number = (result.keys).x ORDER BY 1, 3`,
      options,
    );
    const expected = described.flatMap(({ name, key }) =>
      key.map((column, at) => ({ name, column, seq: at + 1 })),
    );
    expect(known(keys)).toEqual(
      expected.sort((a, b) => (`${a.name} ${a.seq}` < `${b.name} ${b.seq}` ? -1 : 1)),
    );
  });

  test('a dashboard reads information_schema, with privileges and comments', async () => {
    const rows = await rowsOf(
      `SELECT c.table_name AS name, c.column_name AS column, c.data_type, c.udt_name, pk.column_name IS NOT NULL AS is_key,
         pg_catalog.col_description(CAST(concat(quote_ident(c.table_schema), '.', quote_ident(c.table_name)) AS regclass), c.ordinal_position) AS comment,
         has_table_privilege(current_user, '"' || c.table_schema || '"."' || c.table_name || '"', 'SELECT') AS is_readable
       FROM information_schema.columns c LEFT JOIN (
         SELECT tc.table_name, kc.column_name FROM information_schema.table_constraints tc
         JOIN information_schema.key_column_usage kc ON tc.constraint_name = kc.constraint_name
         WHERE tc.constraint_type = 'PRIMARY KEY') pk ON c.table_name = pk.table_name AND c.column_name = pk.column_name
       WHERE c.table_schema !~ '^information_schema|catalog_history|pg_'`,
      options,
    );
    const expected = described.flatMap(({ name, key, columns }) =>
      columns.map((column) => [
        `${name}.${column.name}`,
        {
          type: column.type,
          isKey: key.includes(column.name),
          comment: column.description === '' ? null : column.description,
          isReadable: true,
        },
      ]),
    );
    const found = known(rows).map((row) => [
      `${row.name}.${row.column}`,
      { type: row.data_type, isKey: row.is_key, comment: row.comment, isReadable: row.is_readable },
    ]);
    expect(new Map(found as [string, unknown][])).toEqual(new Map(expected as [string, unknown][]));
  });
});

test('the tables of other platforms do not show', async () => {
  const rows = await rowsOf('SELECT table_name FROM information_schema.tables', { platform: 'micro' });
  expect(rows.map(({ table_name }) => table_name)).not.toContain('videos');
  await expect(engine.query('DESCRIBE videos', { platform: 'micro' })).rejects.toMatchObject({
    code: 'sql_unknown_table',
  });
});

test('what else psql asks about a table is answered without rows', async () => {
  const asked = [
    `SELECT pol.polname, CASE WHEN pol.polroles = '{0}' THEN NULL ELSE pg_catalog.array_to_string(array(SELECT rolname
       FROM pg_catalog.pg_roles WHERE oid = any (pol.polroles) ORDER BY 1), ',') END, pg_catalog.pg_get_expr(pol.polqual, pol.polrelid)
     FROM pg_catalog.pg_policy pol WHERE pol.polrelid = '16384' ORDER BY 1`,
    `SELECT oid, stxrelid::pg_catalog.regclass, stxnamespace::pg_catalog.regnamespace::pg_catalog.text AS nsp, stxname,
       pg_catalog.pg_get_statisticsobjdef_columns(oid) AS columns, 'd' = any(stxkind) AS ndist_enabled
     FROM pg_catalog.pg_statistic_ext WHERE stxrelid = '16384' ORDER BY nsp, stxname`,
    `SELECT c.oid::pg_catalog.regclass FROM pg_catalog.pg_class c, pg_catalog.pg_inherits i
     WHERE c.oid = i.inhparent AND i.inhrelid = '16384' AND c.relkind != 'p' AND c.relkind != 'I' ORDER BY inhseqno`,
    `SELECT pubname, NULL, NULL FROM pg_catalog.pg_publication p JOIN pg_catalog.pg_publication_namespace pn ON p.oid = pn.pnpubid
     JOIN pg_catalog.pg_class pc ON pc.relnamespace = pn.pnnspid
     WHERE pc.oid = '16384' AND pg_catalog.pg_relation_is_publishable('16384')
     UNION SELECT pubname, pg_get_expr(pr.prqual, c.oid), (CASE WHEN pr.prattrs IS NOT NULL THEN
       (SELECT string_agg(attname, ', ') FROM pg_catalog.generate_series(0, pg_catalog.array_upper(pr.prattrs::pg_catalog.int2[], 1)) s,
          pg_catalog.pg_attribute WHERE attrelid = pr.prrelid AND attnum = prattrs[s]) ELSE NULL END)
     FROM pg_catalog.pg_publication p JOIN pg_catalog.pg_publication_rel pr ON p.oid = pr.prpubid
     JOIN pg_catalog.pg_class c ON c.oid = pr.prrelid WHERE pr.prrelid = '16384' ORDER BY 1`,
    `SELECT t.oid, typarray FROM pg_type t JOIN pg_namespace ns ON typnamespace = ns.oid WHERE typname = 'hstore'`,
  ];
  for (const sql of asked) expect(await rowsOf(sql, { platform: 'shortvideo' })).toEqual([]);
  const [index] = await rowsOf(
    `SELECT c2.relname, pg_catalog.pg_get_indexdef(i.indexrelid, 0, true) AS definition,
       pg_catalog.pg_get_constraintdef(con.oid, true) AS constraint FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i
     LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid)
     WHERE c.oid = 'videos'::regclass AND c.oid = i.indrelid AND i.indexrelid = c2.oid`,
    { platform: 'shortvideo' },
  );
  expect(index).toEqual({
    relname: 'videos_pkey',
    definition: 'CREATE UNIQUE INDEX videos_pkey ON main.videos USING btree (video_id)',
    constraint: 'PRIMARY KEY (video_id)',
  });
});
