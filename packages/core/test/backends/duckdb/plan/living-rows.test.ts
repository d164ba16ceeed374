import { builtInCatalog, type CatalogTable, storedColumns, videos } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { coverageOf, duckdbViews, layout, openSnapshot, type Snapshot } from '@sdq/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trueRows } from '../../../../../../test/support/change-rows.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { makeState } from './built-states.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let snapshot: Snapshot;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await makeState(directory.path, 'deltas and an overlay');
  snapshot = await openSnapshot(directory.path);
});

afterAll(async () => {
  await directory[Symbol.asyncDispose]();
});

test('the index has what deltas can leave: masks of files of two segments, and of a delta file', () => {
  const { segments, uncovered, delta, rowsMasked } = coverageOf(snapshot, videos);
  const masks = snapshot.masks(videos);
  expect(masks).toHaveLength(3);
  expect(segments.map(({ masked }) => (masked?.rows ?? 0) > 10)).toEqual([true, true]);
  expect([...uncovered].filter(layout.isDelta)).toHaveLength(3);
  const maskedThere = [...uncovered].map(({ path }) => masks.some(({ files }) => Object.hasOwn(files, path)));
  expect(maskedThere).toContain(true);
  expect(delta?.isHeld).toBe(true);
  expect(rowsMasked).toBeLessThan(
    masks.flatMap(({ files }) => Object.values(files)).reduce((sum, rows) => sum + rows, 0),
  );
});

test.each(['videos', 'video_hashtags'])(
  'plain DuckDB sees in the view of %s the rows that no mask hides, and the manifest counts them',
  async (name) => {
    const table = builtInCatalog.find('shortvideo', name) as CatalogTable;
    const source = name === 'videos' ? undefined : videos;
    const list = storedColumns(table).map((column) => sqlName(column.name));
    await using database = await Database.open();
    const connection = await database.connect();
    await connection.run(duckdbViews(snapshot, builtInCatalog));
    const summary = async (from: string) => {
      const sql = `SELECT count(*), sum(hash(${list.join(', ')})::HUGEINT) FROM ${from}`;
      return (await connection.runAndReadAll(sql)).getRows()[0];
    };
    const seen = await summary(`shortvideo.${name}`);
    expect(seen).toEqual(await summary(`(${trueRows(snapshot, table, source)})`));
    if (name === 'videos') expect(seen?.[0]).toBe(BigInt(snapshot.rows(videos)));
    connection.closeSync();
  },
);
