import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultFormat } from '@sdq/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchFile, BatchFileWriter, type RowRange, UnreadableBatchFile } from '../src/batch-file/index.ts';
import { createEncoder } from '../src/create-encoder.ts';
import { batchesOf, columnsOf, encodeQuery, RawDatabase } from './encode-query.ts';
import { randomTable } from './random-values.ts';
import { readArrow } from './read-arrow.ts';

let database: RawDatabase;
let directory: string;
let files = 0;
beforeAll(async () => {
  database = await RawDatabase.open();
  directory = await mkdtemp(join(tmpdir(), 'sdq-batches-'));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const formats: readonly ResultFormat[] = ['json', 'ndjson', 'csv', 'arrow', 'parquet'];
const everything: RowRange = { first: 0, count: Number.MAX_SAFE_INTEGER, without: [] };

/** Types that random tables do not have, NULLs of each, and rows enough for many batches. */
const everyKind = `SELECT i, i::HUGEINT * 1000000000000 AS h, CASE WHEN i % 3 > 0 THEN i END AS maybe, 'x' || i AS short,
  CASE WHEN i % 5 > 0 THEN repeat('ü', (i % 40)::INTEGER) END AS text, repeat('long ', 9) || i AS long,
  CASE WHEN i % 7 > 0 THEN list_transform(range(i % 4), lambda n: 'tag number ' || (i + n)) END AS tags,
  [[i], NULL, []] AS nested, [i, NULL, 3]::BIGINT[3] AS three, {'a b': i, 'c': ['x"y', i::VARCHAR]} AS st,
  row(i, 'x') AS pair, MAP {'k' || i: i} AS m, [7, 8] AS same, {'a': i, 'b': [1, i]}::VARIANT AS variant,
  CASE WHEN i % 2 = 0 THEN union_value(n := i) ELSE NULL END AS u, '101'::BIT AS bits, i::BIGNUM AS big, i AS i,
  ['one', 'two'][1 + i % 2]::ENUM ('one', 'two') AS e, TIME '12:00:00+02' AS z, 'infinity'::TIMESTAMP AS inf,
  i::UHUGEINT AS uh, NULL AS none, ('blob' || i)::BLOB AS blob, '{"a":1}'::JSON AS json FROM range(5000) AS t(i)`;

async function fileOf(sql: string): Promise<string> {
  const path = join(directory, `${files++}`);
  const result = await database.stream(sql);
  const columns = columnsOf(result);
  const writer = await BatchFileWriter.create(path, columns);
  for await (const batch of batchesOf(result, columns)) await writer.append(batch);
  const bytes = await writer.finish();
  expect((await readFile(path)).length).toBe(bytes);
  return path;
}

async function encodeFile(path: string, format: ResultFormat, range = everything): Promise<Buffer> {
  await using file = await BatchFile.open(path);
  const encoder = createEncoder(format, file.columns);
  const parts = encoder.start();
  for await (const batch of file.read(range)) parts.push(...encoder.encode(batch));
  return Buffer.concat([...parts, ...encoder.finish()]);
}

async function linesOf(path: string, range = everything): Promise<string[]> {
  return (await encodeFile(path, 'ndjson', range)).toString().split('\n').slice(0, -1);
}

/** The rows that a range means. */
function rowsIn<Row>(rows: readonly Row[], { first, count, without }: RowRange): Row[] {
  return rows.filter((_, row) => !without.includes(row)).slice(first, first + count);
}

function ranges(rows: number): fc.Arbitrary<RowRange> {
  return fc.record({
    first: fc.nat(rows + 3),
    count: fc.nat(rows),
    without: fc.oneof(fc.constant([]), fc.array(fc.nat(rows + 3), { maxLength: 20 })),
  });
}

test('a result that was kept has the bytes that it would have had, in every format', async () => {
  for (const sql of [everyKind, `${everyKind} LIMIT 0`, 'SELECT 1 AS a, 2 AS a']) {
    const path = await fileOf(sql);
    for (const format of formats) {
      const { bytes } = await encodeQuery(database, sql, format);
      expect((await encodeFile(path, format)).equals(bytes), `${format} of ${sql}`).toBe(true);
    }
  }
});

test('so has a random table, and any part of it is a part of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomTable(12),
      fc.constantFrom(...formats),
      ranges(12),
      async ({ sql }, format, range) => {
        const path = await fileOf(sql);
        const { bytes } = await encodeQuery(database, sql, format);
        expect((await encodeFile(path, format)).equals(bytes)).toBe(true);
        expect(await linesOf(path, range)).toEqual(rowsIn(await linesOf(path), range));
        const whole = readArrow(await encodeFile(path, 'arrow')).rows;
        expect(readArrow(await encodeFile(path, 'arrow', range)).rows).toEqual(rowsIn(whole, range));
      },
    ),
    { numRuns: 40 },
  );
});

test('parts that begin and end anywhere, with rows left out, are those rows in every format', async () => {
  const path = await fileOf(everyKind);
  const whole = await linesOf(path);
  const wholeArrow = readArrow(await encodeFile(path, 'arrow')).rows;
  await fc.assert(
    fc.asyncProperty(ranges(5_000), async (range) => {
      expect(await linesOf(path, range)).toEqual(rowsIn(whole, range));
      expect(readArrow(await encodeFile(path, 'arrow', range)).rows).toEqual(rowsIn(wholeArrow, range));
      const parquet = join(directory, 'part.parquet');
      await writeFile(parquet, await encodeFile(path, 'parquet', range));
      const { bytes } = await encodeQuery(database, `SELECT i FROM '${parquet}'`, 'csv');
      const numbers = rowsIn(Array.from(whole.keys()), range);
      expect(bytes.toString()).toBe(['i', ...numbers, ''].join('\r\n'));
    }),
    { numRuns: 8 },
  );
});

test('rows too heavy for one batch are cut between them', async () => {
  const path = await fileOf(
    `SELECT i, repeat('x', 300000) AS s, [repeat('y', 9), 'z'] AS l FROM range(40) AS t(i)`,
  );
  const whole = await linesOf(path);
  expect(whole.map((line) => (JSON.parse(line) as { i: number }).i)).toEqual(Array.from(whole.keys()));
  await using file = await BatchFile.open(path);
  let batches = 0;
  for await (const batch of file.read(everything)) {
    expect(batch.rows).toBeLessThanOrEqual(6);
    batches++;
  }
  expect(batches).toBe(7);
  expect(await linesOf(path, { first: 5, count: 3, without: [6] })).toEqual([whole[5], whole[7], whole[8]]);
});

test('a file that is cut off, altered or of another kind is refused, and never read as something else', async () => {
  const path = await fileOf("SELECT i, 'text ' || i AS s, [i] AS l FROM range(3000) AS t(i)");
  const whole = await readFile(path);
  const damaged = join(directory, 'damaged');
  const refused = async (bytes: Uint8Array) => {
    await writeFile(damaged, bytes);
    await expect(linesOf(damaged)).rejects.toThrow(UnreadableBatchFile);
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      await refused(whole.subarray(0, at));
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] as number) ^ change;
      await refused(altered);
    }),
    { numRuns: 40 },
  );
  for (let fromEnd = 1; fromEnd <= 24; fromEnd++) {
    const altered = Buffer.from(whole);
    altered[whole.length - fromEnd] = (altered[whole.length - fromEnd] as number) ^ 0x41;
    await refused(altered);
  }
  await refused(Buffer.alloc(0));
  await refused(Buffer.alloc(40_000, 'DUCK'));
});

test('a file that is given up is gone, and one that is there is not written over', async () => {
  const path = join(directory, 'given-up');
  const columns = [{ name: 'a', type: { alias: null, name: 'BIGINT' } }] as const;
  const writer = await BatchFileWriter.create(path, columns);
  await expect(BatchFileWriter.create(path, columns)).rejects.toThrow('EEXIST');
  await writer.abandon();
  await expect(access(path)).rejects.toThrow('ENOENT');
});
