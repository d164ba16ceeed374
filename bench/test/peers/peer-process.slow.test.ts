import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../../test/support/tools.ts';
import { type EnsuredIndex, ensureIndex } from '../../src/data/ensure-index.ts';
import { ensureParameters } from '../../src/data/ensure-parameters.ts';
import { locations } from '../../src/data/locations.ts';
import { snapshotViews } from '../../src/data/table-views.ts';
import { ensureRawParquet, type RawTable } from '../../src/data/write-raw-parquet.ts';
import { differenceOf } from '../../src/measure/compare-answers.ts';
import { type PeerName, preparePeer } from '../../src/peers/prepare/prepare-peer.ts';
import { PeerProcess } from '../../src/peers/process/peer-process-handle.ts';
import { spell } from '../../src/workload/dialects.ts';
import type { WorkloadParameters } from '../../src/workload/parameters.ts';
import { workload } from '../../src/workload/workload.ts';
import { workloadTables } from '../../src/workload/workload-tables.ts';

let folder = '';
let index: EnsuredIndex;
let raw: RawTable[];
let parameters: WorkloadParameters;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-bench-peers-'));
  index = await ensureIndex({ directory: join(folder, 'index'), rows: 1_000, build: false });
  const { snapshot } = index;
  raw = await ensureRawParquet({
    snapshot,
    directory: join(folder, 'raw'),
    tables: workloadTables,
  });
  parameters = await ensureParameters(folder, snapshotViews(snapshot));
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const prepare = (name: PeerName) =>
  preparePeer(name, {
    raw,
    directory: folder,
    packages: locations.packages,
    memoryBytesMax: 2 ** 30,
    onProgress: () => {},
  });

const open = async (name: PeerName, timeoutMs = 60_000) =>
  new PeerProcess((await prepare(name)).specification, { timeoutMs, scratch: folder });

test('a process tells what a query took there, and its answer', async () => {
  await using duckdb = await open('duckdb');
  const cost = await duckdb.measure('SELECT count(*) AS videos FROM videos');
  expect(cost.wallMs).toBeGreaterThan(0);
  expect(cost.cpuMs).toBeGreaterThan(0);
  if (process.platform === 'linux') expect(cost.memory.processBytes).toBeGreaterThan(10 * 2 ** 20);
  const digest = await duckdb.digest('SELECT count(*) AS videos FROM videos');
  expect(digest.head).toEqual(['["1000"]']);
  await expect(duckdb.measure('SELECT nothing FROM nowhere')).rejects.toThrow('nowhere');
  expect((await duckdb.measure('SELECT 1')).wallMs).toBeGreaterThan(0);
}, 60_000);

test('a query without an end costs its process, and the next query has a new one', async () => {
  await using duckdb = await open('duckdb', 1_500);
  await expect(
    duckdb.measure('SELECT count(*) FROM range(1000000000000) WHERE hash(range) = 1'),
  ).rejects.toMatchObject({ name: 'PeerProcessEnded', timedOut: true, message: 'no answer within 1.5 s' });
  expect((await duckdb.measure('SELECT 1')).wallMs).toBeGreaterThan(0);
}, 60_000);

test('an abort ends a query and leaves no process', async () => {
  const abort = new AbortController();
  const { specification } = await prepare('duckdb');
  await using duckdb = new PeerProcess(specification, {
    timeoutMs: 60_000,
    scratch: folder,
    signal: abort.signal,
  });
  await duckdb.measure('SELECT 1');
  const running = duckdb.measure('SELECT count(*) FROM range(1000000000000) WHERE hash(range) = 1');
  abort.abort(new Error('stop here'));
  await expect(running).rejects.toThrow('stop here');
  await expect(duckdb.measure('SELECT 1')).rejects.toThrow('stop here');
}, 60_000);

/** Peers that are large downloads: `npm run tools` installs them. */
describe.each([
  ['clickhouse', 'clickhouse'],
  ['clickhouse-mergetree', 'clickhouse'],
  ['polars', 'polars'],
] as const)('%s', (name, tool) => {
  test.skipIf(isMissing(tool))(
    'agrees with DuckDB on every query that it can say',
    async () => {
      await using duckdb = await open('duckdb');
      await using other = await open(name);
      const { dialect } = await prepare(name);
      const differences: string[] = [];
      let said = 0;
      for (const query of workload(parameters)) {
        const sql = spell(query, dialect);
        if (typeof sql !== 'string') continue;
        said++;
        const expected = await duckdb.digest(query.sql);
        const difference = differenceOf(query, await other.digest(sql), expected);
        if (difference !== undefined) differences.push(`${query.name}: ${difference}`);
      }
      expect(differences).toEqual([]);
      expect(said).toBeGreaterThan(55);
      expect((await readdir(folder)).filter((file) => file.endsWith('-answer.parquet'))).toEqual([]);
    },
    180_000,
  );
});
