import { builtInCatalog } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine, type Row } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;
let database: Database;
let plain: Awaited<ReturnType<Database['connect']>>;
const tables = builtInCatalog.tablesOf('shortvideo');

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 400);
  engine = await openEngine({ index: directory.path, isolation: 'in-process', refreshMs: 0 });
  database = await Database.open({ threads: 1 });
  plain = await database.connect();
  for (const table of tables) {
    const columns = table.columns.map(
      ({ name, type, nullable }) => `${sqlName(name)} ${type}${nullable ? '' : ' NOT NULL'}`,
    );
    const key = table.key.length === 0 ? '' : `, PRIMARY KEY (${table.key.map(sqlName).join(', ')})`;
    await plain.run(`CREATE TABLE ${sqlName(table.name)} (${columns.join(', ')}${key})`);
  }
});
afterAll(async () => {
  await engine.close();
  plain.closeSync();
  database.close();
  await directory[Symbol.asyncDispose]();
});

interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly isFree: boolean;
}

async function ask(sql: string): Promise<Answer> {
  const result = await engine.query(sql);
  return {
    columns: result.columns.map(({ name, type }) => `${name} ${type}`),
    rows: await result.toArray(),
    isFree: result.facts.isFree,
  };
}

/** The same of DuckDB itself, where the tables are tables of its own. */
async function askDuckDB(sql: string): Promise<Omit<Answer, 'isFree'>> {
  const result = await plain.runAndReadAll(sql);
  const names = result.columnNames();
  return {
    columns: names.map((name, at) => `${name} ${String(result.columnType(at))}`),
    rows: result.getRowObjectsJson() as Row[],
  };
}

async function errorOf(sql: string): Promise<AppError> {
  const error: unknown = await ask(sql).catch((reason: unknown) => reason);
  if (!(error instanceof AppError))
    throw new Error(`no AppError for ${sql} but ${String(error).slice(0, 200)}`);
  return error;
}

describe('commands', () => {
  test.each([
    'SHOW TABLES',
    'DESCRIBE videos',
    'SHOW videos',
    'DESC "videos"',
    'DESCRIBE main.video_hashtags',
    'DESCRIBE SELECT video_id, play_count, hashtags FROM videos',
    "PRAGMA table_info('videos')",
    "PRAGMA table_info('video_stats')",
    'PRAGMA show_tables',
    "SELECT * FROM pragma_table_info('comments')",
    'SELECT * FROM (DESCRIBE videos) ORDER BY column_name',
    'SELECT name FROM (SHOW TABLES) ORDER BY 1 DESC',
    'BEGIN',
    'COMMIT',
    'ROLLBACK',
    "SET TimeZone = 'UTC'",
  ])('%s: as DuckDB answers, free of charge', async (sql) => {
    const { columns, rows, isFree } = await ask(sql);
    expect(isFree).toBe(true);
    if (sql === 'COMMIT' || sql === 'ROLLBACK') await plain.run('BEGIN');
    const expected = await askDuckDB(sql);
    if (sql === 'BEGIN') await plain.run('COMMIT');
    expect(columns).toEqual(expected.columns);
    if (sql.startsWith('DESCRIBE SELECT')) expect(rows.map(({ column_type }) => column_type)).toHaveLength(3);
    else expect(rows).toEqual(expected.rows);
  });

  test('SHOW ALL TABLES has DuckDB’s columns, and the columns of each table in order', async () => {
    const { columns, rows } = await ask('SHOW ALL TABLES');
    expect(columns).toEqual((await askDuckDB('SHOW ALL TABLES')).columns);
    const videos = tables.find(({ name }) => name === 'videos');
    expect(rows.find(({ name }) => name === 'videos')).toMatchObject({
      database: 'sdq',
      schema: 'main',
      column_names: videos?.columns.map(({ name }) => name),
      column_types: videos?.columns.map(({ type }) => type),
    });
  });

  test('SUMMARIZE is a query: DuckDB’s columns, the rows of the table, and it is not free', async () => {
    const { columns, rows, isFree } = await ask('SUMMARIZE main.videos');
    expect(columns).toEqual((await askDuckDB('SUMMARIZE videos')).columns);
    expect(rows.find(({ column_name }) => column_name === 'author')).toMatchObject({
      count: 400,
      min: 'user0',
    });
    expect(isFree).toBe(false);
    const part = await ask('SELECT column_name, max FROM (SUMMARIZE SELECT play_count FROM videos)');
    expect(part.rows).toEqual([{ column_name: 'play_count', max: '999' }]);
    expect(part.isFree).toBe(false);
  });

  test.each([
    'SHOW COLUMNS FROM videos',
    'SHOW FIELDS IN main.videos',
    'SHOW FULL COLUMNS FROM videos;',
    '-- a comment\nSHOW COLUMNS FROM shortvideo.videos',
    '/* app: a tool */ -- and more\n  DESCRIBE\tvideos',
  ])('%s is DESCRIBE', async (sql) => {
    expect(await ask(sql)).toEqual(await ask('DESCRIBE videos'));
  });

  test.each([
    'START TRANSACTION ISOLATION LEVEL READ COMMITTED, READ ONLY',
    'BEGIN TRANSACTION',
    'begin work;',
    'ABORT',
    'DISCARD ALL',
    'SET search_path = main',
    'SET search_path TO "$user", public',
    "SET SESSION TIME ZONE 'UTC'",
    "SET client_encoding TO 'UTF8'",
    "SET NAMES 'utf8'",
    'SET extra_float_digits = 3',
    "SET application_name = 'a tool'",
    'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED',
    'RESET ALL',
    'RESET TimeZone',
  ])('%s: nothing is done', async (sql) => {
    expect(await ask(sql)).toEqual({ columns: ['Success BOOLEAN'], rows: [], isFree: true });
  });

  test.each([
    ["SET TimeZone = 'Asia/Tokyo'", 'statement_not_allowed', 'TimeZone'],
    ['SET threads = 64', 'statement_not_allowed', 'threads'],
    ["SET search_path = 'temp'", 'statement_not_allowed', 'search_path'],
    ['RESET threads', 'statement_not_allowed', 'threads'],
    ['SHOW threads', 'sql_unknown_table', 'threads'],
    ['DESCRIBE vidoes', 'sql_unknown_table', 'vidoes'],
    ["PRAGMA table_info('vidoes')", 'sql_unknown_table', 'vidoes'],
    ['SHOW COLUMNS FROM micro.tweets', 'sql_unknown_table', 'micro'],
    ['SHOW TABLES FROM nowhere', 'statement_not_allowed', 'nowhere'],
    ["SHOW TABLES FROM nowhere LIKE 'v%'", 'statement_not_allowed', 'nowhere'],
  ])('%s is refused with the place and the reason', async (sql, code, word) => {
    const error = await errorOf(sql);
    expect(error.code).toBe(code);
    expect(error.message).toContain(word);
    expect(error.sql[0]).toMatchObject({ offset: sql.indexOf(word, 4) - (sql.includes("'vidoes'") ? 1 : 0) });
  });

  test.each([
    ['SHOW CREATE TABLE videos', 'DESCRIBE'],
    ['SHOW INDEXES FROM videos', 'key_column_usage'],
    ['SHOW VIEWS', 'SHOW TABLES'],
    ["SHOW FUNCTIONS LIKE 'a%'", 'docs/sql-compatibility.md'],
    ['EXPLAIN SELECT 1', '"dry_run": true over HTTP, sdq query --explain, or engine.explain(sql)'],
    ['EXPLAIN ANALYZE SELECT 1', 'sdq query --explain'],
  ])('%s is refused with what to write instead', async (sql, instead) => {
    const error = await errorOf(sql);
    expect(error.code).toBe('statement_not_allowed');
    expect(error.hint).toContain(instead);
  });

  test.each([
    ["SHOW TABLES LIKE 'video%'", 'name', ['video_hashtags', 'video_stats', 'videos']],
    ["SHOW FULL TABLES IN main LIKE 'VIDEOS'", 'name', ['videos']],
    ["SHOW TABLES FROM information_schema LIKE '%'", 'name', []],
    ["SHOW SCHEMAS LIKE 'pg%'", 'schema_name', ['pg_catalog']],
    ["SHOW SCHEMAS FROM sdq LIKE 'ma_n'", 'schema_name', ['main']],
    ["SHOW DATABASES LIKE 'x%'", 'database_name', []],
    ['SHOW CATALOGS', 'database_name', ['sdq']],
  ])('%s lists what matches', async (sql, column, names) => {
    const { rows, isFree } = await ask(sql);
    expect(isFree).toBe(true);
    expect(rows.map((row) => row[column])).toEqual(names);
  });

  test.each([
    'SAVEPOINT a',
    'SAVEPOINT "sa_savepoint_1"',
    'RELEASE a',
    'RELEASE SAVEPOINT a',
    'ROLLBACK TO a',
    'ROLLBACK WORK TO SAVEPOINT a;',
  ])('%s does nothing', async (sql) => {
    expect(await ask(sql)).toEqual({ columns: ['Success BOOLEAN'], rows: [], isFree: true });
  });

  test.each(['SAVEPOINT', 'ROLLBACK TO a b', 'RELEASE SAVEPOINT a; SELECT 1'])(
    '%s is no such command',
    async (sql) => {
      await errorOf(sql);
    },
  );

  test('a setting that tools read is told, in DuckDB’s and in PostgreSQL’s way', async () => {
    expect((await ask('SHOW server_version')).rows).toEqual([{ server_version: '15.0' }]);
    expect((await ask('SHOW TRANSACTION ISOLATION LEVEL')).rows).toHaveLength(1);
    expect((await ask("SELECT current_setting('timezone') AS z")).rows).toEqual([{ z: 'UTC' }]);
    expect((await ask("SELECT current_setting('nothing', true) AS z")).rows).toEqual([{ z: null }]);
    expect((await errorOf("SELECT current_setting('temp_directory')")).code).toBe('sql_unknown_function');
  });
});

describe('values of the session', () => {
  test('have DuckDB’s names and types', async () => {
    const sql =
      'SELECT version(), current_schema(), current_database(), current_catalog, current_user, current_schemas(true)';
    const { columns, rows, isFree } = await ask(sql);
    expect(columns).toEqual((await askDuckDB(sql)).columns);
    expect(isFree).toBe(true);
    expect(Object.values(rows[0] ?? {}).slice(1)).toEqual([
      'main',
      'sdq',
      'sdq',
      'sdq',
      ['main', 'pg_catalog'],
    ]);
    expect((await ask('SELECT current_schema() FROM videos LIMIT 1')).isFree).toBe(false);
  });

  test('functions and casts of the catalogue are answered beside one of its relations only', async () => {
    const asked = "SELECT has_table_privilege('videos', 'SELECT') AS a, 'videos'::regclass AS b";
    expect((await ask(`${asked} FROM pg_class LIMIT 1`)).rows).toEqual([{ a: true, b: 16384 }]);
    expect((await errorOf(asked)).code).toBe('sql_unknown_function');
    expect((await errorOf("SELECT 'videos'::regclass")).code).toBe('statement_not_allowed');
  });

  test('a column or alias of such a name stays a name', async () => {
    expect((await ask('SELECT version FROM (SELECT 1 AS version)')).rows).toEqual([{ version: 1 }]);
    expect((await ask('SELECT t.current_user FROM (SELECT 2 AS current_user) t')).rows).toEqual([
      { current_user: 2 },
    ]);
  });
});

describe('relations of the catalogue', () => {
  test.each([
    'tables',
    'columns',
    'schemata',
    'table_constraints',
    'key_column_usage',
    'referential_constraints',
    'views',
  ])('information_schema.%s has DuckDB’s columns and types', async (name) => {
    const sql = `SELECT * FROM information_schema.${name}`;
    const { columns, isFree } = await ask(sql);
    expect(columns).toEqual((await askDuckDB(sql)).columns);
    expect(isFree).toBe(true);
  });

  test('information_schema.columns says of each column what DuckDB says', async () => {
    const sql = `SELECT table_name, column_name, ordinal_position, is_nullable, data_type, numeric_precision, numeric_scale
      FROM information_schema.columns WHERE table_schema = 'main' ORDER BY table_name, ordinal_position`;
    expect((await ask(sql)).rows).toEqual((await askDuckDB(sql)).rows);
  });

  test('keys are those of the catalogue', async () => {
    const { rows } =
      await ask(`SELECT k.table_name, list(k.column_name ORDER BY k.ordinal_position) AS columns
      FROM information_schema.table_constraints t JOIN information_schema.key_column_usage k USING (constraint_name)
      WHERE t.constraint_type = 'PRIMARY KEY' GROUP BY ALL ORDER BY ALL`);
    const keyed = tables
      .filter(({ key }) => key.length > 0)
      .map(({ name, key }) => ({ table_name: name, columns: [...key] }));
    expect(rows).toEqual(keyed.sort((a, b) => (a.table_name < b.table_name ? -1 : 1)));
  });

  test.each([
    'SELECT count(*) AS n FROM INFORMATION_SCHEMA.TABLES',
    'SELECT count(*) AS n FROM "information_schema"."tables" AS t',
    'SELECT count(*) AS n FROM system.information_schema.tables',
    'SELECT count(*) AS n FROM memory /* a comment */ . information_schema . "TABLES"',
    'SELECT (SELECT count(*) FROM information_schema.tables) AS n',
    "WITH t AS (SELECT * FROM information_schema.tables) SELECT count(*) AS n FROM t WHERE table_schema = 'main'",
    'SELECT count(*) AS n FROM pg_tables',
    "SELECT count(*) AS n FROM pg_class WHERE relkind = 'r'",
    "SELECT count(*) AS n FROM (FROM pg_catalog.pg_class c SELECT c.oid WHERE c.relkind = 'r')",
    'SELECT count(*) AS n FROM information_schema.tables WHERE information_schema.tables.table_name <> $$x$$',
    "SELECT count(*) AS n FROM pg_class WHERE EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = pg_class.oid) AND relkind = 'r'",
  ])('%s counts the tables, in any spelling and place', async (sql) => {
    expect(await ask(sql)).toMatchObject({ rows: [{ n: tables.length }], isFree: true });
  });

  test('are joined with tables of the platform, which is a query like any other', async () => {
    const sql = 'SELECT c.column_name, v.play_count FROM information_schema.columns c, videos v LIMIT 3';
    expect(await ask(sql)).toMatchObject({ rows: { length: 3 }, isFree: false });
  });

  test('a CTE or a table of the caller that has such a name means itself', async () => {
    expect((await ask('WITH tables AS (SELECT 1 AS a) SELECT * FROM tables')).rows).toEqual([{ a: 1 }]);
    expect((await errorOf('WITH pg_class AS (SELECT 1 AS a) SELECT * FROM pg_class')).code).toBe(
      'statement_not_allowed',
    );
  });

  test('the names of result columns without an alias are DuckDB’s', async () => {
    const sql = `SELECT (SELECT count(*) FROM information_schema.views), upper(current_schema()), main.videos.author,
      lower(main.videos.author), CASE main.videos.author WHEN 'a' THEN 1 END, (SELECT max(main.videos.play_count) FROM main.videos)
      FROM main.videos LIMIT 0`;
    expect((await ask(sql)).columns).toEqual((await askDuckDB(sql)).columns);
  });

  test('an error is about the caller’s text', async () => {
    const sql = 'SELECT lower(main.videos.author),\n  nope FROM "main"."videos"';
    expect((await errorOf(sql)).sql[0]).toMatchObject({ line: 2, column: 3, near: 'nope' });
    const unknown = await errorOf('SELECT current_schema() FROM main.vidoes');
    expect(unknown.sql[0]).toMatchObject({ near: 'main', candidates: ['videos'] });
    expect((await errorOf('SELECT * FROM pg_catalog.pg_stat_activity')).hint).toContain('docs/tools.md');
  });
});
