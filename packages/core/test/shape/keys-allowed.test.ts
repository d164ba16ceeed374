import { builtInCatalog } from '@sdq/catalog';
import { admit, Parser, resolve } from '@sdq/core/stages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysAllowed } from '../../src/shape/filter/key-values.ts';
import { TableQuestion } from '../../src/shape/table-question.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
});
afterAll(async () => await parser[Symbol.asyncDispose]());

const columns = [
  { name: 'video_id', type: 'VARCHAR' },
  { name: 'observed_at', type: 'TIMESTAMP WITH TIME ZONE' },
];

async function allowed(condition: string, of = columns) {
  const tables = ['video_stats'];
  const sql = `SELECT play_count FROM video_stats WHERE ${condition}`;
  const statement = await parser.parse(sql, undefined, { tables, signal: undefined });
  const resolved = resolve(admit(statement, { tables }), builtInCatalog, 'shortvideo');
  return keysAllowed(new TableQuestion(resolved, 0, { now: 0n, parameters: [] }).filter, of);
}

const noon = '1780315200000000';

test.each([
  ["video_id = 'a' AND observed_at = '2026-06-01 12:00:00'", [['a', noon]]],
  ["observed_at = TIMESTAMPTZ '2026-06-01 12:00:00' AND 'a' = video_id AND play_count > 3", [['a', noon]]],
  [
    "video_id IN ('a', 'b') AND observed_at = '2026-06-01 12:00:00'",
    [
      ['a', noon],
      ['b', noon],
    ],
  ],
  ["video_id = 'a' AND video_id = 'b' AND observed_at = '2026-06-01 12:00:00'", []],
  // A part that is rounded may be any moment nearby.
  ["video_id = 'a' AND observed_at = '2026-06-01 12:00:00'::TIMESTAMP_S", undefined],
  ["video_id = 'a'", undefined],
  ["video_id = 'a' AND observed_at >= '2026-06-01 12:00:00'", undefined],
  ["video_id = 'a' OR observed_at = '2026-06-01 12:00:00'", undefined],
  ["NOT (video_id = 'a' AND observed_at = '2026-06-01 12:00:00')", undefined],
  ["NOT (video_id <> 'a') AND NOT (observed_at <> '2026-06-01 12:00:00')", [['a', noon]]],
  ["NOT (video_id <> 'a' OR NOT observed_at = '2026-06-01 12:00:00')", [['a', noon]]],
])('%s', async (condition, keys) => {
  expect(await allowed(condition)).toEqual(keys);
});

test('numbers are digits, dates days', async () => {
  const types = { play_count: 'BIGINT', observed_at: 'DATE' };
  const of = Object.entries(types).map(([name, type]) => ({ name, type }));
  expect(await allowed("play_count = -7 AND observed_at = DATE '1970-01-03'", of)).toEqual([['-7', '2']]);
});

test('more keys than can be looked up are said to be', async () => {
  const quoted = (count: number, value: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `'${value(at)}'`).join(', ');
  const ids = `video_id IN (${quoted(41, String)})`;
  const times = (count: number) => quoted(count, (at) => `2026-06-01 12:00:${String(at).padStart(2, '0')}`);
  expect(await allowed(`${ids} AND observed_at IN (${times(48)})`)).toHaveLength(1_968);
  expect(await allowed(`${ids} AND observed_at IN (${times(49)})`)).toBe('too many');
});
