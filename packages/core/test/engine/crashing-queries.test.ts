import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { crashingBackend, type ObservedRun } from '../../../../test/support/crashing-backend.ts';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type CrashEntry, type CrashLog, type Engine, openEngine } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;
let runs: ObservedRun[] = [];
const entries: CrashEntry[] = [];
const crashLog: CrashLog = {
  add: async (entry) => void entries.push(entry),
  since: async () => entries,
};

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 50);
  engine = await open();
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});
beforeEach(() => {
  runs = [];
});

const open = async () =>
  await openEngine({
    index: directory.path,
    refreshMs: 0,
    advisoryParser: false,
    backend: crashingBackend((run) => runs.push(run)),
    crashLog,
  });
const rows = async (on: Engine, sql: string, account?: string) =>
  await (
    await on.query(sql, account === undefined ? {} : { tenant: `key of ${account}`, account })
  ).toArray();

const crash = (name: string) => `SELECT 'crash ${name}' AS c, count(*) AS n FROM videos`;
const benign = "SELECT 'fine' AS c, count(*) AS n FROM videos";
const refused = { code: 'query_crashed_engine', retryable: false };

test('a query that crashes is not run again for its account; those like it run apart; others are not concerned', async () => {
  await expect(rows(engine, crash('a'), 'ada')).rejects.toMatchObject(refused);
  expect(runs).toEqual([{ text: crash('a'), account: 'ada', runsApart: false }]);
  await expect(rows(engine, crash('a'), 'ada')).rejects.toMatchObject(refused);
  await expect(engine.explain(crash('a'), { account: 'ada' })).rejects.toMatchObject(refused);
  expect(runs).toHaveLength(1);
  // the same shape, and another one
  expect(await rows(engine, benign, 'ada')).toEqual([{ c: 'fine', n: 50 }]);
  expect(await rows(engine, 'SELECT count(*) AS n FROM videos', 'ada')).toEqual([{ n: 50 }]);
  expect(await rows(engine, benign, 'bo')).toEqual([{ c: 'fine', n: 50 }]);
  expect(await rows(engine, benign)).toEqual([{ c: 'fine', n: 50 }]);
  expect(runs.slice(1)).toEqual([
    { text: benign, account: 'ada', runsApart: true },
    { text: 'SELECT count(*) AS n FROM videos', account: 'ada', runsApart: false },
    { text: benign, account: 'bo', runsApart: false },
    { text: benign, account: null, runsApart: false },
  ]);
});

test('an engine in another process, or after a restart, knows it too', async () => {
  expect(entries.map(({ account }) => account)).toEqual(['ada']);
  await using other = await open();
  await expect(rows(other, crash('a'), 'ada')).rejects.toMatchObject(refused);
  expect(runs).toEqual([]);
  await rows(other, benign, 'ada');
  expect(runs).toEqual([{ text: benign, account: 'ada', runsApart: true }]);
});
