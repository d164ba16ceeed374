import { builtInCatalog } from '@sdq/catalog';
import { makeManifest, type SegmentEntry, Snapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { describeSegments, segmentStatus } from '../src/build/segment-status.ts';

const sha256 = 'a'.repeat(64);
const path = `data/shortvideo/videos/month=2026-05/${'b'.repeat(32)}.parquet`;
const file = { path, bytes: 9, sha256, rows: 7, month: '2026-05', zones: {} };
const groups = { count: 3, rows_median: 2, rows_p99: 4, rows_most: 4 };
const segment: SegmentEntry = {
  path: `data/shortvideo/segments/${'c'.repeat(32)}.duckdb`,
  bytes: 800,
  sha256,
  table: 'shortvideo.videos',
  covers: [{ path, rows: 7, first_ordinal: 0, row_file: { path: 'r', bytes: 70, sha256 } }],
  structures: { by_author: { rows: 7 }, totals: { rows: 1 } },
};
const statistics = {
  columns: { play_count: { nulls: 1, min: '0', max: '12' } },
  structures: { by_author: { bytes: 500, groups }, totals: { bytes: 100 } },
};

async function statusOf(entry: SegmentEntry) {
  const tables = { 'shortvideo.videos': [file] };
  return await segmentStatus(
    new Snapshot('/index', makeManifest({ parent: null, tables, sources: [], segments: [entry] })),
    builtInCatalog,
  );
}

test('a status tells what was noted of structures and columns', async () => {
  const status = await statusOf({ ...segment, statistics });
  expect(status.segments[0]).toMatchObject({
    structures: { by_author: { rows: 7, bytes: 500, groups }, totals: { rows: 1, bytes: 100 } },
    columns: statistics.columns,
  });
  expect(describeSegments(status, (text) => text)).not.toContain('statistics');
});

test('a segment that was built without statistics is said to be', async () => {
  const status = await statusOf(segment);
  expect(status.segments[0]).toMatchObject({
    structures: { by_author: { rows: 7 }, totals: { rows: 1 } },
    columns: null,
  });
  expect(describeSegments(status, (text) => text)).toContain(
    'The segment "main" of shortvideo.videos has no statistics: run sdq index build to add them',
  );
});

test('bytes a row are told by structure, the largest first', async () => {
  const rows = 20_000;
  const large = { ...file, rows, bytes: 1_400_000 };
  const covers = [{ path, rows, first_ordinal: 0, row_file: { path: 'r', bytes: 1_600_000, sha256 } }];
  const key_files = {
    id: {
      path: `data/shortvideo/keys/${'d'.repeat(32)}.keys`,
      bytes: 160_000,
      sha256,
      keys: rows,
      ordinals: rows,
      definition: 'e',
    },
  };
  const noted = { ...statistics, structures: { by_author: { bytes: 540_000 }, totals: { bytes: 100 } } };
  const tables = { 'shortvideo.videos': [large] };
  const segments = [{ ...segment, covers, key_files, statistics: noted }];
  const status = await segmentStatus(
    new Snapshot('/index', makeManifest({ parent: null, tables, sources: [], segments })),
    builtInCatalog,
  );
  expect(Object.entries(status.segments[0]?.bytes_per_row ?? {})).toEqual([
    ['row files', 80],
    ['base files', 70],
    ['by_author', 27],
    ['key file id', 8],
    ['totals', 0.01],
  ]);
  expect(describeSegments(status, (text) => text)).toContain(
    'bytes a row of shortvideo.videos: 185.0 (row files 80.0, base files 70.0, by_author 27.0, key file id 8.0, totals 0.0)',
  );
});
