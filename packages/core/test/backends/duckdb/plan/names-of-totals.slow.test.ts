import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeState } from './built-states.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;

beforeAll(async () => {
  index = await openIndex((root) => makeState(root, 'whole'));
});
afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

const totals = ['table-totals', 'time-totals', 'group-totals', 'top-groups'];
const columns = [
  'language',
  'region',
  'play_count',
  '"like_count"',
  'videos.language',
  'PLAY_COUNT',
  '"LANGUAGE"',
];
const calls = columns.flatMap((column) => [
  `count(${column})`,
  `COUNT(DISTINCT ${column})`,
  `max(${column})`,
  `main.count(${column})`,
  `count(${column}) FILTER (WHERE ${column} IS NOT NULL)`,
]);

test.each(['', ' GROUP BY language', " GROUP BY date_trunc('month', create_time)"])(
  'a result column has the same name on every route:%s',
  async (grouping) => {
    for (const call of ['count(*)', 'count(1)', 'avg(play_count)', 'sum(like_count)', ...calls]) {
      const sql = `SELECT ${call} FROM videos${grouping}`;
      const names = async (rulesOff: readonly string[]) => {
        const { lines } = await index.answer(sql, rulesOff);
        return Object.keys(JSON.parse(lines[0] as string));
      };
      expect(await names([]), sql).toEqual(await names(totals));
    }
  },
);

/** Result columns that are made of aggregates and have no alias. */
const expressions = [
  'count(1)',
  "max(play_count) FILTER (WHERE language = 'de')",
  "sum(play_count) FILTER (WHERE (language IS NULL OR language IN ('de', 'fr')))",
  'count(*) + 1',
  'COUNT ( * )-1',
  'sum(play_count) / count(*)',
  '100.0 * count(is_ad) / count(*)',
  '0.05*count(*)',
  'round(avg(play_count), 2)',
  '(max(like_count) - min(like_count)) % 7',
  'coalesce(sum(share_count), 0)',
  'CAST(count(*) AS DOUBLE)',
  'count(*)::VARCHAR',
  "'n: ' || count(*)",
  'sum(play_count) > 1000',
  'sum(play_count) BETWEEN 10 AND 99999999',
  'max(play_count) IS NULL',
  'count(*) IN (1, 2, 900)',
  'count(DISTINCT language) * 2',
  'sum("play_count") FILTER (WHERE "play_count" IS NOT NULL) + 1',
  'greatest(count(*), 5)',
  'year(max(create_time)) + count(*)',
  'CASE WHEN count(*) > 3 THEN 1 ELSE 2 END',
  '-count(*)',
  'count(*) + 1e3',
  'count(*) + 12345678901234567890',
  'concat_ws(\' \', count(*), "sum"(like_count))',
];

test.each([
  '',
  ' GROUP BY language ORDER BY language',
  " GROUP BY date_trunc('month', create_time) ORDER BY date_trunc('month', create_time)",
  ' GROUP BY year(create_time) ORDER BY year(create_time)',
])('result columns made of aggregates have the same names and values on every route:%s', async (rest) => {
  let fired = 0;
  for (const expression of expressions) {
    for (const list of [expression, `${expression}, region_count`, `1, ${expression}`]) {
      const sql = `SELECT ${list.replace('region_count', 'count(region) - 1')} FROM videos${rest}`;
      const original = await index.answer(sql, [...totals, 'utc-dates']);
      const routed = await index.answer(sql, []);
      expect(routed.columns, sql).toEqual(original.columns);
      expect(routed.lines, sql).toEqual(original.lines);
      fired += Number(routed.plan.rules.some(({ rule, fired: did }) => totals.includes(rule) && did));
    }
  }
  expect(fired).toBeGreaterThan(expressions.length);
});
