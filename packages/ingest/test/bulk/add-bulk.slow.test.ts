import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storedColumns, withTables } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import type { AddOptions } from '../../src/add-report.ts';
import { stageBulk } from '../../src/bulk/stage-bulk.ts';
import { openSource } from '../../src/open-source.ts';
import { Workspace } from '../support.ts';
import { writeCollection } from './collections.ts';

const catalog = withTables([]);
const collection = 'tiktok-videos-4b';
/** As a list of JSON, the rows are mapped one by one; times of JSON are numbers. */
const asJson = "strftime(create_time, '%Y-%m-%d %H:%M:%S') AS create_time, * EXCLUDE (create_time)";

/** The rows of all tables of an index. */
async function contents(space: Workspace): Promise<Record<string, unknown>> {
  const { manifest } = await openSnapshot(space.index);
  const tables: Record<string, unknown> = {};
  for (const id of Object.keys(manifest.tables).sort()) {
    const table = catalog.byId(id);
    if (table === undefined) continue;
    const names = storedColumns(table).map(({ name }) => name);
    // The sources of counts have different names.
    const list = names.filter((name) => name !== 'source').join(', ');
    tables[id] = await space.rows(`SELECT ${list} FROM ${table.name} ORDER BY ALL`);
  }
  return tables;
}

async function added(files: (space: Workspace) => Promise<string[]>, options: Partial<AddOptions> = {}) {
  const space = await Workspace.make();
  for (const file of await files(space)) await space.add([file], options);
  return space;
}

test('rows of a collection become base files as they are written, with the rows of the same file in JSON', async () => {
  await using space = await Workspace.make();
  const path = await writeCollection(collection, 3000, join(space.root, 'videos.parquet'));
  const report = await space.add([path], { batchRecordsMax: 1000 });
  const [file] = report.files;
  expect(file).toMatchObject({
    status: 'added',
    table: 'shortvideo.videos',
    records: 3000,
    refused: 0,
    merged: 0,
  });
  const { manifest } = await openSnapshot(space.index);
  const months = new Map<string | null, number>();
  for (const { month, rows } of manifest.tables['shortvideo.videos']?.files ?? [])
    months.set(month, (months.get(month) ?? 0) + rows);
  // Three batches, and some odd rows that were mapped one by one.
  expect(manifest.tables['shortvideo.videos']?.files.length).toBeGreaterThan(2 * months.size);
  const stored = await space.rows<{ month: string; rows: string }>(
    "SELECT strftime(create_time, '%Y-%m') AS month, count(*) AS rows FROM videos GROUP BY 1 ORDER BY 1",
  );
  expect([...months].sort()).toEqual(stored.map(({ month, rows }) => [month, Number(rows)]));
  await using other = await added(async ({ root }) => [
    await writeCollection(collection, 3000, join(root, 'videos.json'), asJson),
  ]);
  expect(await contents(space)).toEqual(await contents(other));
});

test.each([
  ['tiktok-videos-4b', 'views + 7 AS views, duration + 1 AS duration', 'videos'],
  ['tiktok-10m', `'https://www.tiktok.com/@other.' || length("desc") || '/video/' || id AS url`, 'videos'],
  ['tiktok-comments', 'digg_count + 7 AS digg_count', 'comments'],
] as const)(
  'few rows of %s that a file repeats are merged as if they came later',
  async (name, changed, table) => {
    const repeated = `(SELECT * REPLACE (${changed}) FROM given LIMIT 31)`;
    const options = { observedAt: new Date('2026-05-01'), batchRecordsMax: 600, deltaShareMax: 0 };
    await using space = await Workspace.make();
    const path = join(space.root, 'rows.parquet');
    const report = await space.add(
      [await writeCollection(name, 1500, path, '*', `UNION ALL ${repeated}`)],
      options,
    );
    expect(report.files).toMatchObject([{ status: 'added', accepted: 1531 }]);
    await using other = await added(
      async ({ root }) => [
        await writeCollection(name, 1500, join(root, 'first.parquet')),
        await writeCollection(
          name,
          1500,
          join(root, 'second.parquet'),
          '*',
          `WHERE false UNION ALL ${repeated}`,
        ),
      ],
      options,
    );
    expect(await contents(space)).toEqual(await contents(other));
    const [counted] = await space.rows<{ rows: string }>(`SELECT count(*) AS rows FROM ${table}`);
    expect(Number(counted?.rows)).toBe(1500);
  },
);

test('zone maps of files have the least and greatest values', async () => {
  await using space = await Workspace.make();
  await space.add([await writeCollection('tiktok-comments', 500, join(space.root, 'comments.parquet'))]);
  await space.add([await writeCollection(collection, 500, join(space.root, 'videos.parquet'))]);
  const snapshot = await openSnapshot(space.index);
  for (const id of ['shortvideo.videos', 'shortvideo.video_stats', 'shortvideo.comments']) {
    for (const file of snapshot.manifest.tables[id]?.files ?? []) {
      const [first] = await space.rows<Record<string, string>>(
        `SELECT ${Object.keys(file.zones)
          .map((name) => {
            const bound = (which: string) =>
              /_(time|at)$/.test(name)
                ? `strftime(${which}(${name}), '%Y-%m-%d %H:%M:%S.%f')`
                : `${which}(${name})`;
            return `${bound('min')} AS min_${name}, ${bound('max')} AS max_${name}`;
          })
          .join(', ')}, count(*)::INTEGER AS rows FROM '${snapshot.path(file)}'`,
      );
      expect(first).toEqual({
        rows: file.rows,
        ...Object.fromEntries(
          Object.entries(file.zones).flatMap(([name, { min, max }]) => [
            [`min_${name}`, min],
            [`max_${name}`, max],
          ]),
        ),
      });
    }
  }
});

/** Each third row again with other likes, each fifth one as it is. */
const repeated = `UNION ALL BY NAME SELECT * REPLACE (77::UBIGINT AS likes) FROM given WHERE content_id % 3 = 0
  UNION ALL BY NAME FROM given WHERE content_id % 5 = 0`;

test('repeated rows are merged: known values win, equal rows count once', async () => {
  const twice =
    (name: string, select: string) =>
    async ({ root }: Workspace) => [
      await writeCollection(collection, 900, join(root, name), select, repeated),
    ];
  await using bulk = await added(twice('videos.parquet', '*'));
  await using mapped = await added(twice('videos.json', asJson));
  expect(await contents(bulk)).toEqual(await contents(mapped));
  const merged = (await openSnapshot(bulk.index)).manifest.sources[0];
  expect(merged?.accepted).toBe((await openSnapshot(mapped.index)).manifest.sources[0]?.accepted);
});

test('two files in either order give the same rows, also into tables that have rows', async () => {
  const files =
    (order: readonly number[]) =>
    async ({ root }: Workspace) => {
      const paths = [
        await writeCollection(collection, 700, join(root, 'first.parquet'), '* REPLACE (likes + 1 AS likes)'),
        await writeCollection(collection, 900, join(root, 'second.parquet')),
      ];
      return order.map((at) => paths[at] as string);
    };
  await using one = await added(files([0, 1]));
  await using other = await added(files([1, 0]));
  expect(await contents(one)).toEqual(await contents(other));
  await using both = await Workspace.make();
  await both.add(await files([0, 1])(both));
  expect(await contents(both)).toEqual(await contents(one));
});

test('an interrupted import goes on after the last batch and gives the same files', async () => {
  await using space = await Workspace.make();
  const path = await writeCollection(collection, 3000, join(space.root, 'videos.parquet'));
  const stop = new AbortController();
  const seen: number[] = [];
  const onProgress = ({ phase, records }: { phase: string; records: number }) => {
    if (phase === 'read') seen.push(records);
    if (records >= 1000) stop.abort(new Error('stopped'));
  };
  const options = { batchRecordsMax: 1000, onProgress, signal: stop.signal };
  await expect(space.add([path], options)).rejects.toThrow('stopped');
  const before = seen.splice(0);
  const report = await space.add([path], {
    batchRecordsMax: 1000,
    onProgress: ({ phase, records }) => void (phase === 'read' && seen.push(records)),
  });
  expect(report.files[0]).toMatchObject({ records: 3000, refused: 0 });
  expect(before[0]).toBe(0);
  expect(seen[0]).toBeGreaterThanOrEqual(1000);
  await using straight = await Workspace.make();
  await straight.add([path], { batchRecordsMax: 1000 });
  expect(await space.tables()).toEqual(await straight.tables());
});

test.each(['videos.csv', 'videos.json'])(
  '%s is converted by SQL too: the rows of an index are those of the way row by row',
  async (name) => {
    const options = { batchRecordsMax: 150, columnsBytesMin: 0 };
    await using space = await Workspace.make();
    // Lists in a text are read row by row.
    const select = asJson.replace('(create_time)', '(create_time, mentions)');
    const path = await writeCollection(collection, 300, join(space.root, name), select, repeated);
    const report = await space.add([path], options);
    const [file] = report.files;
    expect(file?.conversion?.bySql).toBeGreaterThan(300);
    expect((file?.accepted ?? 0) + (file?.merged ?? 0) + (file?.refused ?? 0)).toBe(file?.records);
    expect(await readdir(join(space.index, 'staging'))).not.toContain('columns');
    await using other = await Workspace.make();
    const [mapped] = (await other.add([path])).files;
    expect(mapped?.conversion).toBeNull();
    expect(await contents(space)).toEqual(await contents(other));
    const told = ({ records, accepted, merged, refused, notes, guesses }: NonNullable<typeof file>) => ({
      ...{ records, accepted, merged, refused, notes, guesses },
    });
    expect(file && told(file)).toEqual(mapped && told(mapped));
    expect((await space.add([path], options)).changed).toBe(false);
  },
);

test('a Parquet file of few rows is read row by row, into the same rows', async () => {
  const select = asJson.replace('(create_time)', '(create_time, mentions)');
  const write = (root: string) => writeCollection(collection, 300, join(root, 'v.parquet'), select, repeated);
  await using space = await Workspace.make();
  const few = await space.add([await write(space.root)], { bulkRowsMin: undefined });
  expect(few.files[0]?.conversion).toBeNull();
  await using other = await Workspace.make();
  const many = await other.add([await write(other.root)], { bulkRowsMin: 300 });
  expect(many.files[0]?.conversion?.bySql).toBeGreaterThan(0);
  expect(await contents(space)).toEqual(await contents(other));
});

test('a file of which SQL would convert few rows is staged by cells, and an interrupted import of it goes on', async () => {
  await using space = await Workspace.make();
  const path = await writeCollection(collection, 300, join(space.root, 'videos.csv'), asJson);
  const options = { batchRecordsMax: 100, columnsBytesMin: 0 };
  const stop = new AbortController();
  const onProgress = ({ records }: { records: number }) => {
    if (records >= 200) stop.abort(new Error('stopped'));
  };
  const stopped = space.add([path], { ...options, onProgress, signal: stop.signal });
  await expect(stopped).rejects.toThrow('stopped');
  const [file] = (await space.add([path], options)).files;
  expect(file).toMatchObject({ records: 300, refused: 0, conversion: null });
  await using other = await added(async () => [path]);
  expect(await contents(space)).toEqual(await contents(other));
});

test('an import that the disk has no room for is refused before it starts, with the bytes', async () => {
  await using space = await Workspace.make();
  const path = await writeCollection(collection, 10, join(space.root, 'videos.parquet'));
  const source = await openSource(path, { catalog, now: BigInt(Date.now()) * 1000n });
  if (source.bulk === undefined) throw new Error('The file is not converted by SQL');
  const rows = 10 ** 14;
  const folder = join(space.root, 'staging');
  await using database = await Database.open({ threads: 1 });
  const staging = stageBulk({
    catalog,
    database,
    latestPlausible: source.latestPlausible,
    map: source.map,
    source: { ...source.bulk, file: { ...source.bulk.file, rows } },
    folder,
    batchRowsMax: 1000,
    batchRecordsMax: 1000,
    memoryBytesMax: 2 ** 28,
    observedAt: undefined,
    onRecords: () => {},
  });
  await expect(staging).rejects.toMatchObject({
    code: 'disk_full',
    meta: { needed_bytes: 110 * rows + 2 ** 30 },
  });
  expect(await readdir(folder)).toEqual([]);
});
