import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpusOf, families, shortCorpus } from './corpus/corpus.ts';
import { demoIndex } from './databases/demo-index.ts';
import { PlainDatabase } from './databases/plain-database.ts';
import { featureMarkers, featureTables } from './features/compatibility-docs.ts';
import { tryFeatures } from './features/try-features.ts';
import type { Statement } from './statement.ts';
import { type Databases, openDatabases, verify } from './verify.ts';

/**
 * `SDQ_CORPUS_STATEMENTS` is the number of statements of the corpus that run, `SDQ_PROPERTY_SEED` makes other ones.
 */
const statementsMax = Number(process.env.SDQ_CORPUS_STATEMENTS ?? 150);
const seed = Number(process.env.SDQ_PROPERTY_SEED ?? 1);
const isLong = statementsMax > 1_000;

/** The least part of the statements that plain DuckDB runs which the engine answers. */
const answeredMin = 0.9;
/** The largest part of the corpus that plain DuckDB refuses. */
const failedMax = 0.03;

let demo: Awaited<ReturnType<typeof demoIndex>>;
let databases: Databases;

beforeAll(async () => {
  demo = await demoIndex(isLong ? { rows: 20_000 } : { rows: 1_000, tables: ['videos'] });
  databases = await openDatabases({ index: demo.path, platform: 'shortvideo', timeoutMs: 10_000 });
}, 240_000);
afterAll(async () => {
  await databases?.[Symbol.asyncDispose]();
  await demo?.[Symbol.asyncDispose]();
});

describe('the corpus', () => {
  test('has statements enough, of every style, and the same seed gives the same ones', () => {
    const corpus = corpusOf(1);
    expect(corpus.length).toBeGreaterThanOrEqual(2_000);
    expect(new Set(corpus.map(({ sql }) => sql)).size).toBeGreaterThan(corpus.length * 0.99);
    expect(new Set(corpus.map(({ source }) => source))).toEqual(new Set(families.map(({ name }) => name)));
    expect(corpusOf(1)).toEqual(corpus);
    expect(corpusOf(2)).not.toEqual(corpus);
    expect(corpus.filter(({ sql }) => /\{[a-zA-Z]\d?\}/.test(sql))).toEqual([]);
  });

  test(`is answered as by plain DuckDB, seed ${seed}`, async () => {
    const every = Math.max(1, Math.round(corpusOf(seed).length / statementsMax));
    const verdicts = await verify(shortCorpus(seed, every), databases);
    const of = (...outcomes: string[]) => verdicts.filter(({ outcome }) => outcomes.includes(outcome));
    const told = of('different', 'crashed').map(({ statement, detail }) => `${statement.sql}\n  ${detail}`);
    expect(told).toEqual([]);
    const failed = of('failed').length;
    expect(failed / verdicts.length).toBeLessThan(failedMax);
    expect(of('equal', 'open').length / (verdicts.length - failed)).toBeGreaterThan(answeredMin);
    expect(of('skipped', 'stopped')).toEqual([]);
  }, 3_600_000);
});

test('docs/sql-compatibility.md is what npm run docs:sql writes of features', async () => {
  const text = readFileSync(new URL('../../docs/sql-compatibility.md', import.meta.url), 'utf8');
  const [, written] = text.split(`${featureMarkers.begin}\n`);
  const [tables] = written?.split(`\n${featureMarkers.end}`) ?? [];
  expect(tables).toBe(featureTables(await tryFeatures(databases)));
});

const judged = async (...texts: string[]) => {
  const statements: Statement[] = texts.map((sql) => ({ sql, source: 'test' }));
  return (await verify(statements, databases)).map(({ outcome, kind }) => `${outcome}: ${kind}`);
};

describe('a statement', () => {
  test('is open where SQL leaves its rows open, and says why', async () => {
    expect(
      await judged(
        'SELECT random() AS r',
        'SELECT now() AS t',
        'SELECT video_id FROM videos USING SAMPLE 3 ROWS',
        'SELECT video_id FROM videos ORDER BY video_id',
      ),
    ).toEqual([
      'open: random values',
      'open: the clock',
      expect.stringMatching(/^(open|equal)/),
      'equal: equal',
    ]);
  });

  test('is refused by reason, or fails in plain DuckDB', async () => {
    expect(
      await judged(
        "SELECT * FROM duckdb_settings() WHERE name = 'x'",
        'SELECT missing FROM videos',
        'SELECT FROM WHERE',
        'SELECT * FROM "/etc/passwd"',
      ),
    ).toEqual([
      expect.stringMatching(/^refused: sql_unknown_function: The function duckdb_settings is not allowed/),
      expect.stringMatching(/^failed: Binder: /),
      expect.stringMatching(/^failed: Parser: /),
      expect.stringMatching(/^failed: (Catalog|Permission|IO)/),
    ]);
  });

  test('that takes too long in plain DuckDB is ended, and the next one runs', async () => {
    await using plain = new PlainDatabase({ index: demo.path, platform: 'shortvideo', timeoutMs: 1_000 });
    const rows = 'range(100000)';
    const endless = `SELECT sum(a.x + b.x + c.x) FROM ${rows} a(x), ${rows} b(x), ${rows} c(x)`;
    const answers = await Promise.all([plain.run(endless), plain.run('SELECT 1 AS one')]);
    expect(answers).toMatchObject([{ outcome: 'error', type: 'Timeout' }, { outcome: 'rows' }]);
  });

  test('of plain DuckDB reads and writes no other files', async () => {
    expect(await databases.plain.run('SELECT 1 AS one')).toMatchObject({
      outcome: 'rows',
      lines: ['{"one":1}'],
    });
    expect(await databases.plain.run("COPY (SELECT 1) TO 'written.csv'")).toMatchObject({
      outcome: 'error',
      type: 'Permission',
    });
    expect(await databases.plain.run('SET enable_external_access = true')).toMatchObject({
      outcome: 'error',
    });
  });
});
