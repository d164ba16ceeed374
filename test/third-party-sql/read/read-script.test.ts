import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../support/small-index.ts';
import { PlainDatabase } from '../databases/plain-database.ts';
import type { Statement } from '../statement.ts';
import { putCtes } from './put-ctes.ts';
import { findFiles, readFiles } from './read-folder.ts';
import { readScript } from './read-script.ts';
import { splitStatements } from './split-statements.ts';

let folder: string;
let plain: PlainDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-scripts-'));
  await writeSmallIndex(join(folder, 'index'), 30);
  plain = new PlainDatabase({ index: join(folder, 'index'), platform: 'shortvideo', timeoutMs: 10_000 });
});
afterAll(async () => {
  await plain?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function read(script: string): Promise<Statement[]> {
  const statements: Statement[] = [];
  for await (const statement of readScript('a.sql', splitStatements(script), plain))
    statements.push(statement);
  return statements;
}

/** The rows of the only statement of a script, in plain DuckDB without the tables of the script. */
async function rowsOf(script: string): Promise<unknown> {
  const statement = (await read(script)).at(-1);
  expect(statement?.skipped).toBe(undefined);
  const answer = await plain.run(statement?.sql ?? '');
  return answer.outcome === 'rows' ? answer.lines?.map((line) => JSON.parse(line)) : answer;
}

test('statements end with semicolons, but not with those of strings, names and comments', () => {
  const text = `SELECT ';' AS ";"; -- a;b\n/* ; */ SELECT $$;$$ ;;\n\nSELECT 3`;
  expect(splitStatements(text)).toEqual([
    { sql: `SELECT ';' AS ";"`, line: 1 },
    { sql: 'SELECT $$;$$', line: 2 },
    { sql: 'SELECT 3', line: 4 },
  ]);
  expect(splitStatements(' ; -- nothing')).toEqual([]);
});

test('CTEs come before those of the statement', () => {
  expect(putCtes('SELECT 1', [])).toBe('SELECT 1');
  expect(putCtes('FROM t', ['t AS (SELECT 1)'])).toBe('WITH t AS (SELECT 1) FROM t');
  expect(putCtes('with a AS (FROM t) FROM a', ['t AS (SELECT 1)'])).toBe(
    'WITH t AS (SELECT 1), a AS (FROM t) FROM a',
  );
  expect(putCtes('WITH RECURSIVE a AS (FROM t) FROM a', ['t AS (SELECT 1)'])).toBe(
    'WITH RECURSIVE t AS (SELECT 1), a AS (FROM t) FROM a',
  );
});

test('tables and views of a script become CTEs with their types and values', async () => {
  const script = `
    CREATE TABLE "My T" (i INTEGER, d DECIMAL(9, 2), t TIMESTAMP, l VARCHAR[], s STRUCT(a INTEGER), b BLOB);
    INSERT INTO "My T" VALUES (1, 2.5, '2026-01-02 03:04:05', ['x', 'it''s'], {'a': 1}, '\\xAA'), (NULL, NULL, NULL, NULL, NULL, NULL);
    CREATE VIEW v AS SELECT i, d, t, l, s, b FROM "My T" WHERE i IS NOT NULL;
    UPDATE "My T" SET i = 7 WHERE i = 1;
    SELECT v.*, typeof(d) AS type FROM v`;
  expect(await rowsOf(script)).toEqual([
    {
      i: 7,
      d: 2.5,
      t: '2026-01-02T03:04:05Z',
      l: ['x', "it's"],
      s: { a: 1 },
      b: expect.any(String),
      type: 'DECIMAL(9,2)',
    },
  ]);
});

test('an empty table keeps its columns, and a table of the platform stays what it is', async () => {
  expect(await rowsOf('CREATE TABLE e (i BIGINT); SELECT count(i) AS n, typeof(max(i)) AS t FROM e')).toEqual(
    [{ n: 0, t: 'BIGINT' }],
  );
  expect(await rowsOf('CREATE TABLE e (i BIGINT); SELECT count(*) AS n FROM videos')).toEqual([{ n: 30 }]);
  expect(
    await rowsOf('CREATE TABLE e AS SELECT 1 AS i; SELECT count(*) AS n FROM e JOIN videos ON e.i = 1'),
  ).toEqual([{ n: 30 }]);
});

test('what cannot become a CTE is skipped, and says why', async () => {
  const skipped = async (script: string) => (await read(script)).map((statement) => statement.skipped);
  expect(await skipped('SET threads = 1; SELECT 1')).toEqual(['SET is no SELECT', undefined]);
  expect(await skipped('CREATE MACRO f(x) AS x; SELECT f(1)')).toEqual([
    'it uses a macro, type, sequence or schema of its file',
  ]);
  expect(await skipped('CREATE TABLE t AS FROM range(5000); SELECT * FROM t; SELECT 2')).toEqual([
    'a table of its file is too large for a CTE',
    undefined,
  ]);
  expect(await skipped('CREATE TABLE t (x INTEGER; SELECT 1')).toEqual([
    expect.stringMatching(/^a preparing statement fails: Parser Error/),
    undefined,
  ]);
  expect(await skipped('SELECT * FROM t')).toEqual([undefined]);
});

test('files of a folder are read one after the other, and lines of JSON as statements', async () => {
  const queries = join(folder, 'queries');
  await writeFile(join(folder, 'notes.txt'), 'no SQL');
  await expect(findFiles(join(folder, 'none'))).rejects.toThrow('There is no folder or file');
  await expect(findFiles(join(folder, 'notes.txt'))).rejects.toThrow('neither a .sql nor a .jsonl file');
  await expect(findFiles(join(folder, 'index', 'data'))).rejects.toThrow('has no .sql or .jsonl file');
  await mkdir(join(queries, 'more'), { recursive: true });
  await writeFile(join(queries, 'b.jsonl'), '{"sql": "SELECT 1;"}\n\n{"statement": "SELECT 2"}\nno JSON\n');
  await writeFile(join(queries, 'more', 'a.sql'), 'SELECT 3;\nSELECT 4');
  const found: Statement[] = [];
  for await (const statement of readFiles(queries, await findFiles(queries), plain)) found.push(statement);
  expect(found).toEqual([
    { sql: 'SELECT 1', source: 'b.jsonl:1' },
    { sql: 'SELECT 2', source: 'b.jsonl:3' },
    { sql: 'no JSON', source: 'b.jsonl:4', skipped: expect.stringContaining('"sql" or "statement"') },
    { sql: 'SELECT 3', source: 'more/a.sql:1' },
    { sql: 'SELECT 4', source: 'more/a.sql:2' },
  ]);
});
