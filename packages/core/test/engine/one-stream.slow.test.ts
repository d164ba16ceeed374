import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type ResultFormat, resultFormats } from '@sdq/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, type EngineOptions, openEngine } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
const engines: Engine[] = [];

const ways: Partial<EngineOptions>[] = [
  { isolation: 'process', cacheBytesMax: 0 },
  { isolation: 'process' },
  { isolation: 'in-process', cacheBytesMax: 0 },
  { isolation: 'in-process' },
];

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 3_000);
  const options = { index: directory.path, processes: 1, threads: 1, advisoryParser: false };
  for (const way of ways) engines.push(await openEngine({ ...options, ...way }));
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await directory[Symbol.asyncDispose]();
});

const formats = Object.keys(resultFormats) as ResultFormat[];
const endless = `SELECT repeat('x', 1000) AS text FROM range(1_000_000) AS a(i)`;

async function pause(kind: number): Promise<void> {
  if (kind === 1) await new Promise(setImmediate);
  else if (kind === 2) await new Promise((resolve) => setTimeout(resolve, 3));
}

test('a result has the same bytes with and without cache and processes, however fast it is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...formats),
      fc.constantFrom('objects' as const, 'arrays' as const),
      fc.constantFrom(0, 1, 700, 3_000),
      fc.boolean(),
      fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
      async (format, shape, rows, isWide, pauses) => {
        const pad = isWide ? ", repeat('ü', 300) AS pad" : '';
        const sql = `SELECT video_id, play_count, hashtags${pad} FROM videos ORDER BY video_id LIMIT ${rows}`;
        const answers = new Map<string, number>();
        for (const engine of engines) {
          // twice: the second answer may come from the cache
          for (let turn = 0; turn < 2; turn++) {
            const result = await engine.query(sql);
            const parts: Uint8Array[] = [];
            for await (const part of result.bytes(format, { shape })) {
              parts.push(new Uint8Array(part));
              structuredClone(part.buffer, { transfer: [part.buffer as ArrayBuffer] }); // as a reader may
              await pause(pauses[parts.length % pauses.length] as number);
            }
            const bytes = Buffer.concat(parts);
            expect(await result.summary).toMatchObject({ rowCount: rows, bytes: bytes.length });
            answers.set(bytes.toString('base64'), turn);
          }
        }
        expect(answers.size).toBe(1);
      },
    ),
    { numRuns: 25 },
  );
});

test.each([0, 2])('a reader is told of all rows that it took, and of no other, way %i', async (way) => {
  const result = await (engines[way] as Engine).query(endless);
  let lines = 0;
  let parts = 0;
  for await (const part of result.bytes('ndjson')) {
    lines += Buffer.from(part).reduce((sum, byte) => sum + Number(byte === 10), 0);
    expect(result.rowsTaken).toBe(lines);
    if (++parts === 12) break;
  }
  expect(lines).toBeGreaterThan(0);
  await expect(result.summary).rejects.toMatchObject({ code: 'query_cancelled' });
});

test.each([0, 2])('who awaits a part of a result that is disposed of is told so, way %i', async (way) => {
  const result = await (engines[way] as Engine).query(endless);
  const parts = result.bytes('ndjson');
  await parts.next();
  const following = (async () => {
    for (;;) if ((await parts.next()).done === true) return 'whole';
  })().catch((error: unknown) => error);
  await new Promise(setImmediate);
  await result[Symbol.asyncDispose]();
  expect(await following).toMatchObject({ code: 'query_cancelled' });
});

test.each([0, 2])('a store that is left ends as cancelled and leaves no file, way %i', async (way) => {
  const path = join(directory.path, `left-${way}`);
  const result = await (engines[way] as Engine).query(endless);
  const counts: number[] = [];
  const stored = result
    .spool(path, {
      onRows: (rows) => {
        counts.push(rows);
        void result[Symbol.asyncDispose]();
      },
    })
    .catch((error: unknown) => error);
  expect(await stored).toMatchObject({ code: 'query_cancelled' });
  expect(counts.length).toBeGreaterThan(0);
  await expect
    .poll(
      async () =>
        await access(path).then(
          () => 'there',
          () => 'gone',
        ),
    )
    .toBe('gone');
});
