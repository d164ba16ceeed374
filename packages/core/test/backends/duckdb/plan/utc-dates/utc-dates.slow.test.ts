import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, OpenIndex } from '../open-index.ts';
import { dateStatement } from './date-statements.ts';
import { openInstants } from './instants-index.ts';

const runs = Number(process.env.SDQ_PROPERTY_RUNS ?? 130);

let index: OpenIndex;

beforeAll(async () => {
  index = await openInstants(4_000);
}, 60_000);

afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

type Said = Pick<Answer, 'columns' | 'lines'> | { readonly error: string };

async function said(sql: string, rulesOff: readonly string[]): Promise<Said> {
  try {
    const { columns, lines } = await index.answer(sql, rulesOff);
    return { columns, lines: [...lines].sort() };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

async function planOf(
  sql: string,
): Promise<{ rewritten: string; note: string | undefined; attempt: number | null }> {
  // in the text as it was sent
  const { plan, attempt } = await index.answer(sql, ['merge-subqueries']);
  const note = plan.rules.find(({ rule }) => rule === 'utc-dates')?.note;
  return { rewritten: plan.attempts.at(-1)?.sql ?? plan.sql, note, attempt };
}

test('statements with dates have the same columns, rows and errors with the rule as without', async () => {
  let fired = 0;
  const refused: string[] = [];
  await fc.assert(
    fc.asyncProperty(dateStatement, async (sql) => {
      const without = await said(sql, ['utc-dates']);
      expect(await said(sql, [])).toEqual(without);
      if ('error' in without) return;
      const { rewritten, attempt } = await planOf(sql);
      if (!/sdq_(utc|date|time)|epoch_us\(/.test(rewritten)) return;
      if (attempt === null) refused.push(sql);
      else fired += 1;
    }),
    { numRuns: runs },
  );
  // DuckDB accepts what was changed: the plan without changes is not needed.
  expect(refused).toEqual([]);
  expect(fired).toBeGreaterThan(runs / 3);
}, 120_000);

test.each([
  ['SELECT year(create_time) AS y FROM videos', 'year(sdq_utc(create_time)) AS y'],
  ['SELECT YEAR ( create_time ) AS y FROM videos', 'YEAR ( sdq_utc(create_time) ) AS y'],
  [
    'SELECT max(hour(v.create_time)) FROM videos v',
    'max(hour(sdq_utc(v.create_time))) AS "max(""hour""(v.create_time))"',
  ],
  ['SELECT extract(month FROM create_time) AS m FROM videos', 'extract(month FROM sdq_utc(create_time))'],
  ['SELECT "create_time"::DATE AS d FROM videos', 'sdq_utc("create_time")::DATE'],
  ["SELECT date_trunc('day', create_time) d FROM videos", "sdq_date_trunc('day', create_time) d"],
  [
    "SELECT year(date_trunc('day', create_time)) d FROM videos",
    "year(sdq_utc(sdq_date_trunc('day', create_time)))",
  ],
  [
    "WITH f AS (SELECT author, min(create_time) AS t FROM videos WHERE description <> '' GROUP BY 1) SELECT date_diff('day', f.t, now()) AS n FROM f",
    "sdq_date_diff('day', f.t, now())",
  ],
  [
    'SELECT hour(t) AS h FROM (SELECT author, create_time FROM videos) AS v(a, t)',
    'hour(sdq_utc(t)) AS h FROM (SELECT author, create_time FROM',
  ],
  [
    'SELECT hour(x.t) AS h FROM (SELECT create_time AS t FROM videos UNION ALL SELECT indexed_at FROM videos) x',
    'hour(sdq_utc(x.t))',
  ],
  [
    "SELECT hour(x.t) AS h FROM (SELECT create_time AS t FROM videos UNION ALL SELECT TIMESTAMPTZ 'infinity') x",
    undefined,
  ],
  ['SELECT list_transform([create_time], create_time -> hour(create_time)) AS h FROM videos', undefined],
  ["SELECT 1 AS one FROM videos WHERE date_trunc('month', create_time) = DATE '2026-01-01'", undefined],
  [
    "SELECT 1 AS one FROM videos WHERE date_trunc('month', create_time) = date_trunc('month', indexed_at)",
    "sdq_date_trunc('month', create_time) = sdq_date_trunc('month', indexed_at)",
  ],
  [
    "SELECT hour(v.create_time AT TIME ZONE 'Asia/Tokyo') AS h FROM videos v",
    "hour(CASE WHEN v.create_time >= make_timestamptz(1262304000000000) AND v.create_time < make_timestamptz(2082758400000000) THEN make_timestamp(epoch_us(v.create_time) + 32400000000) ELSE timezone('Asia/Tokyo', v.create_time) END) AS h",
  ],
  [
    'SELECT timezone ( \'Asia/Tokyo\' , "create_time" ) FROM videos',
    `ELSE timezone('Asia/Tokyo', "create_time") END AS "timezone('Asia/Tokyo', create_time)"`,
  ],
  ["SELECT (create_time) AT TIME ZONE 'Asia/Tokyo' AS t FROM videos", undefined],
  [
    "SELECT date_trunc('day', create_time) AT TIME ZONE 'Asia/Tokyo' AS t FROM videos",
    "SELECT sdq_date_trunc('day', create_time) AT TIME ZONE 'Asia/Tokyo' AS t",
  ],
  ['SELECT create_time AT TIME ZONE $zone$Asia/Tokyo$zone$ AS t FROM videos', 'ELSE timezone('],
  [
    "SELECT create_time AT TIME ZONE 'Asia/Tokyo' AT TIME ZONE 'UTC' AS t FROM videos",
    "ELSE timezone('Asia/Tokyo', create_time) END AT TIME ZONE 'UTC'",
  ],
  ["SELECT max(create_time) AT TIME ZONE 'UTC' AS t FROM videos", undefined],
  ['SELECT (SELECT max(year(create_time)) FROM videos) FROM videos', undefined],
  ['SELECT (SELECT max(year(create_time)) FROM videos) AS y FROM videos', 'max(year(sdq_utc(create_time)))'],
  ['SELECT indexed_at AS create_time FROM videos ORDER BY hour(create_time)', undefined],
  [
    'SELECT hour(create_time) AS h, region, count(*) FROM videos GROUP BY GROUPING SETS ((hour(create_time)), (region, hour(create_time)))',
    'GROUPING SETS ((hour(sdq_utc(create_time))), (region, hour(sdq_utc(create_time))))',
  ],
  [
    'SELECT hour(create_time) AS h, region, count(*) FROM videos GROUP BY GROUPING SETS ((hour(create_time)), (region, hour((create_time))))',
    undefined,
  ],
])('%s', async (sql, part) => {
  const { rewritten } = await planOf(sql);
  if (part === undefined) expect(rewritten).not.toMatch(/sdq_(utc|date|time)|epoch_us\(/);
  else expect(rewritten).toContain(part);
});

test('a name that is not known here leaves all calls of the same text as they are', async () => {
  const { note } = await planOf(
    'SELECT year(create_time) > 1e-7, year(create_time) AS y, month(create_time) AS m FROM videos',
  );
  expect(note).toBe(
    'without time zones: month(create_time); unchanged: year(create_time): a result column has no name: give it one with AS',
  );
});

test.each([
  ['an infinite time', "CASE i WHEN 7 THEN TIMESTAMPTZ 'infinity' ELSE TIMESTAMPTZ '2026-06-01' END"],
  ['a year of five digits', "CASE i WHEN 7 THEN TIMESTAMPTZ '10000-01-01' ELSE TIMESTAMPTZ '2026-06-01' END"],
  [
    'a year before the first',
    "CASE i WHEN 7 THEN TIMESTAMPTZ '0044-03-15 (BC)' ELSE TIMESTAMPTZ '2026-06-01' END",
  ],
])(
  '%s in a column leaves its dates as they are',
  async (_, indexedAt) => {
    await using unusual = await openInstants(3_000, indexedAt);
    const { plan } = await unusual.answer(
      'SELECT year(indexed_at) AS y, hour(create_time) AS h FROM videos',
      [],
    );
    expect(plan.rules.find(({ rule }) => rule === 'utc-dates')?.note).toBe(
      'without time zones: hour(create_time); unchanged: shortvideo.videos.indexed_at may have values that are infinite or outside of the years 100 to 9999',
    );
  },
  60_000,
);

test('few rows are not worth it', async () => {
  const { note } = await planOf("SELECT year(create_time) AS y FROM videos WHERE author = 'nobody'");
  expect(note).toBe('not worthwhile for fewer than 2000 rows');
});
