import { videos } from '@sdq/catalog';
import { Parser } from '@sdq/core/stages';
import { makeManifest, type SegmentEntry, Snapshot } from '@sdq/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { segmentOver, videoFile } from './index-states.ts';
import { planQuestion } from './plan-question.ts';

type Noted = NonNullable<SegmentEntry['statistics']>;

let parser: Parser;

beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
});

afterAll(async () => {
  await parser[Symbol.asyncDispose]();
});

/** Over so many videos, with statistics as `change` leaves them. */
async function planned(
  sql: string,
  rows: number,
  change: (noted: Noted) => Noted | undefined = (noted) => noted,
) {
  const file = videoFile('2026-05', rows, 'only');
  const { statistics, ...segment } = segmentOver(videos, [file], rows);
  const noted = statistics && change(statistics);
  const snapshot = new Snapshot(
    '/index',
    makeManifest({
      parent: null,
      tables: { 'shortvideo.videos': [file] },
      sources: [],
      segments: [noted === undefined ? segment : { ...segment, statistics: noted }],
    }),
  );
  const plan = await planQuestion(parser, sql, snapshot);
  if (typeof plan === 'string') throw new Error(plan);
  const [route] = plan.routes;
  if (route === undefined) throw new Error('no table is read');
  return { ...plan, route };
}

/** Structures in which rows lie together, with groups of these sizes. */
function withGroups(rowsMedian: number, rowsP99: number) {
  return ({ columns, structures }: Noted): Noted => ({
    columns,
    structures: Object.fromEntries(
      Object.entries(structures).map(([name, { bytes, groups }]) => [
        name,
        groups === undefined
          ? { bytes }
          : { bytes, groups: { count: 10, rows_median: rowsMedian, rows_p99: rowsP99, rows_most: rowsP99 } },
      ]),
    ),
  });
}

const ofOwner = "SELECT count(DISTINCT music_id), max(duration_ms) FROM videos WHERE author = 'ada'";
const ofTag = "SELECT count(DISTINCT music_id) FROM videos WHERE list_contains(hashtags, 'cats')";

test.each([ofOwner, ofTag])('a few rows are fetched, and many are read by a semi-join: %s', async (sql) => {
  const few = await planned(sql, 200_000, withGroups(3, 50));
  expect(few.attempts).toHaveLength(1);
  expect(few.route.via).toBe('row files');
  const many = await planned(sql, 200_000, withGroups(2_000, 40_000));
  expect(many.attempts).toEqual([]);
  expect(many.route.via).toBe('scan');
  // Over more rows the semi-join costs more, and as many rows are fetched first.
  expect((await planned(sql, 20_000_000, withGroups(2_000, 40_000))).route.via).toBe('row files');
});

test('of an owner’s rows no more than LIMIT asks for are fetched, however many there are', async () => {
  const sql = "SELECT * FROM videos WHERE author = 'ada' ORDER BY create_time DESC LIMIT 50";
  for (const [median, p99] of [
    [3, 50],
    [2_000, 40_000],
    [1_000_000, 1_000_000],
  ] as const) {
    const { attempts, route } = await planned(sql, 10_000_000, withGroups(median, p99));
    expect(attempts[0]?.steps[0]?.keys).toMatchObject({ keys: [['ada']], limit: 50 });
    // Of few rows, all may be fetched.
    if (median > 50) expect(attempts[1]?.steps[0]?.sql).toMatch(/"by_author"[\s\S]*LIMIT 50/);
    expect(route.rowsEstimated).toBe(Math.min(50, median));
  }
});

test.each([
  ['play_count > 50000000', true],
  ['play_count > 100', false],
  ['play_count BETWEEN 50000000 AND 60000000', true],
  ["region = 'SE' AND language = 'sv' AND is_ad", true],
  ["region <> 'SE'", false],
  ['author_follower_count IS NULL', false],
  ["create_time BETWEEN '2026-05-10 10:00:00' AND '2026-05-10 11:00:00'", true],
  ["create_time >= '2023-01-01'", false],
])('rows are looked for by narrow columns where few of them pass: %s is %s', async (where, isTried) => {
  const { attempts } = await planned(
    `SELECT hashtags, cover_url, author_nickname FROM videos WHERE ${where}`,
    10_000_000,
  );
  expect(attempts.length > 0).toBe(isTried);
});

test('where statistics say nothing, it is tried where a failure costs little beside reading all columns', async () => {
  const few = await planned("SELECT description FROM videos WHERE lower(author) = 'ada'", 10_000_000);
  expect(few.attempts).toEqual([]);
  const { attempts } = await planned("SELECT * FROM videos WHERE lower(author) = 'ada'", 10_000_000);
  expect(attempts).toHaveLength(1);
});

test('the first of each partition are looked for where there are few partitions', async () => {
  const ranked = (by: string) =>
    planned(
      `SELECT hashtags, cover_url, author_nickname FROM videos QUALIFY row_number() OVER (PARTITION BY ${by} ORDER BY play_count DESC) <= 3`,
      10_000_000,
    );
  expect((await ranked('region')).attempts).toHaveLength(1);
  expect((await ranked('region, language')).attempts).toHaveLength(1);
  expect((await ranked('author')).attempts).toEqual([]);
});

test('bytes are those that were noted', async () => {
  const sql = 'SELECT count(DISTINCT region) FROM videos WHERE like_count > 3';
  const { route } = await planned(sql, 1_000_000);
  const twice = await planned(sql, 1_000_000, ({ columns, structures }) => ({
    columns,
    structures: { ...structures, scan: { bytes: 2 * (structures.scan?.bytes ?? 0) } },
  }));
  expect(route).toMatchObject({ via: 'scan', rowsEstimated: 1_000_000 });
  expect(twice.route.bytesEstimated).toBe(2 * route.bytesEstimated);
});

test('a segment that was built without statistics is used, and explain says so', async () => {
  for (const sql of [ofOwner, ofTag, 'SELECT * FROM videos WHERE play_count > 100']) {
    const { rules, attempts } = await planned(sql, 10_000_000, () => undefined);
    expect(rules).toContainEqual({
      rule: 'statistics',
      table: 'videos',
      fired: false,
      note: 'built without statistics: `sdq index build` notes them',
    });
    expect(attempts).toHaveLength(1);
    const { rules: others } = await planned(sql, 10_000_000);
    expect(others.map(({ rule }) => rule)).not.toContain('statistics');
  }
});
