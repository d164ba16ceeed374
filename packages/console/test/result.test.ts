import {
  columnFromArray,
  decimal,
  int64,
  list,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8,
} from '@uwdata/flechette';
import { expect, test } from 'vitest';
import { StreamBroken } from '../src/data/arrow-messages.ts';
import { columnStatistics } from '../src/data/column-statistics.ts';
import { Result } from '../src/data/result.ts';
import { displayText, plainText, sqlLiteral } from '../src/data/show-value.ts';
import { writeRows } from '../src/data/write-rows.ts';

const big = 9_007_199_254_740_993n;
const moment = Date.UTC(2026, 2, 1, 12, 30, 15, 250);

function streamOf(rows = 3): Uint8Array {
  const from = <T>(value: (row: number) => T) => Array.from({ length: rows }, (_each, row) => value(row));
  const table = tableFromColumns({
    id: columnFromArray(
      from((row) => big + BigInt(row)),
      int64(),
    ),
    name: columnFromArray(
      from((row) => (row === 1 ? null : `=a "${row}",\u202e`)),
      utf8(),
    ),
    sum: columnFromArray(
      from((row) => row + 0.25),
      decimal(18, 2),
    ),
    at: columnFromArray(
      from((row) => moment + row),
      timestamp(2, 'UTC'),
    ),
    tags: columnFromArray(
      from((row) => [`t${row}`]),
      list(utf8()),
    ),
  });
  const bytes = tableToIPC(table, { format: 'stream' });
  if (bytes === null) throw new Error('no bytes');
  return bytes;
}

/** The bytes as a network might bring them. */
function inParts(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_each, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  return new ReadableStream({
    pull(controller) {
      const next = parts.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
  });
}

async function resultOf(rows = 3, size = 7): Promise<Result> {
  const result = new Result();
  await result.read(inParts(streamOf(rows), size));
  return result;
}

const textsOf = (result: Result, row: number, show: typeof plainText) =>
  result.columns.map((column, i) => show(result.at(row, i), column));

test('a stream in parts of any size gives exact values', async () => {
  for (const size of [1, 7, 1_000_000]) {
    const result = await resultOf(3, size);
    expect([result.rows, result.state]).toEqual([3, 'done']);
    expect(textsOf(result, 2, plainText)).toEqual([
      '9007199254740995',
      '=a "2",\u202e',
      '2.25',
      '2026-03-01T12:30:15.252Z',
      '["t2"]',
    ]);
  }
  const result = await resultOf();
  expect(textsOf(result, 1, displayText)[1]).toBe('NULL');
  expect(result.columns.map((column, i) => sqlLiteral(result.at(0, i), column))).toEqual([
    '9007199254740993',
    `'=a "0",\u202e'`,
    '0.25',
    "TIMESTAMPTZ '2026-03-01T12:30:15.250Z'",
    undefined,
  ]);
});

test('a stream without its end is no result', async () => {
  const bytes = streamOf();
  const result = new Result();
  await expect(result.read(inParts(bytes.slice(0, bytes.length - 8), 64))).rejects.toThrow(StreamBroken);
});

test('files keep every digit, and spreadsheets get no formula', async () => {
  const result = await resultOf(2);
  const written = (format: Parameters<typeof writeRows>[1]) => [...writeRows(result, format)].join('');
  expect(written('csv').split('\n')[1]).toBe(
    '9007199254740993,"=a ""0"",\u202e",0.25,2026-03-01T12:30:15.250Z,"[""t0""]"',
  );
  expect(written('csv-safe').split('\n')[1]).toContain(`"'=a ""0"",`);
  expect(written('csv').split('\n')[2]).toContain('9007199254740994,,1.25');
  expect(written('ndjson').split('\n')[0]).toContain('"id": 9007199254740993');
  expect(JSON.parse(written('json'))).toHaveLength(2);
  expect(written('tsv').split('\n')[0]).toBe('id\tname\tsum\tat\ttags');
});

test('the rows in memory are a stream again', async () => {
  const copy = new Result();
  await copy.read((await resultOf(4)).arrowStream().stream());
  expect([copy.rows, copy.at(3, 0)]).toEqual([4, big + 3n]);
});

test('a dropped result holds no rows, whoever still holds it', async () => {
  const result = await resultOf(50, 4_096);
  expect(result.arrowStream().size).toBeGreaterThan(1_000);
  result.drop();
  expect([result.at(3, 0), result.arrowStream().size]).toEqual([undefined, 8]);
});

test('statistics of a column count every value of a short result', async () => {
  const result = await resultOf(50, 4_096);
  const { range } = columnStatistics(result, 2);
  expect(range?.bins.reduce((sum, each) => sum + each, 0)).toBe(50);
  expect([range?.min, range?.max]).toEqual([0.25, 49.25]);
  const names = columnStatistics(result, 1);
  expect([names.nulls, names.distinct, names.isSampled]).toEqual([1, 49, false]);
});
