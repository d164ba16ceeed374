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
