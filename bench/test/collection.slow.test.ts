import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCollection } from '../../packages/ingest/test/bulk/collections.ts';
import type { CollectionReport } from '../src/collection/collection-report.ts';
import { type CollectionOptions, runCollection } from '../src/collection/run-collection.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-bench-collection-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hooks = { signal: new AbortController().signal, onProgress: () => {} };

async function run(name: string, options: Partial<CollectionOptions>) {
  const result = await runCollection(
    {
      ...{ source: join(folder, `${name}.parquet`), table: 'videos', peers: ['duckdb'] },
      ...{ runs: 1, seed: 1, memory: 1, timeout: 60 },
      ...{ copies: join(folder, 'copies', name), results: join(folder, 'results'), name },
      ...options,
    },
    'a test',
    hooks,
  );
  const json = await readFile(join(folder, 'results', `${name}.json`), 'utf8');
  return { ...result, report: JSON.parse(json) as CollectionReport };
}

test('videos: an index is made, and answers are those of DuckDB over the file', async () => {
  await writeCollection('tiktok-videos-4b', 3_000, join(folder, 'videos.parquet'));
  const { report, markdown, differences } = await run('videos', { compact: join(folder, 'videos-compact') });
  expect(differences).toBe(0);
  expect(report.contestants.map(({ name }) => name)).toEqual(['sdq compact', 'duckdb']);
  for (const { name, outcomes } of report.questions) {
    expect(Object.keys(outcomes), name).toHaveLength(2);
    expect(Object.values(outcomes).filter(({ status }) => status !== 'measured')).toEqual([]);
  }
  const [{ making, bytes } = { making: undefined, bytes: 0 }] = report.indexes;
  expect(making?.add.command).toBe('sdq index add videos.parquet --memory 1GiB');
  expect(making?.build.diskBytes).toBe(bytes);
  expect(making?.build.cpuSeconds).toBeGreaterThan(0.2);
  expect(making?.build.peakBytes).toBeGreaterThan(50 * 2 ** 20);
  expect(markdown).toContain('# A collection of 3,000 videos');
  expect(markdown).toContain('All answered, and all answers agree.');
}, 180_000);

test('comments: rows are invented, and an index that is there is measured as it is', async () => {
  const options = { generate: { count: 3_000 }, table: 'comments', full: join(folder, 'comments') } as const;
  const first = await run('comments', { ...options, peers: false });
  const again = await run('comments', options);
  expect(again.differences).toBe(0);
  expect(again.report.indexes).toEqual(first.report.indexes);
  expect(again.markdown).toContain('# A collection of 3,000 comments');
}, 180_000);

test('a file of something else is refused', async () => {
  await writeCollection('tiktok-users', 10, join(folder, 'users.parquet'));
  await expect(run('users', { compact: join(folder, 'none') })).rejects.toThrow(
    'users.parquet has none of content_id, cid',
  );
});
