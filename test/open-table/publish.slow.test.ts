import { writeFile } from 'node:fs/promises';
import { builtInCatalog, type CatalogTable, defineTable, key, time, withTables } from '@sdq/catalog';
import { openEngine } from '@sdq/core';
import { addFiles } from '@sdq/ingest';
import { type ObjectStore, openStore, publishSnapshot } from '@sdq/replication';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TableMetadata } from '../../packages/replication/src/iceberg/table-metadata.ts';
import { addVideos, makePlace, serveStore } from '../replication/place.ts';
import { isMissing } from '../support/tools.ts';
import { ClickHouse } from './clickhouse.ts';
import { sortedRows } from './comparable-rows.ts';
import { engineRows } from './engine-rows.ts';
import { icebirdRows } from './icebird.ts';
import { compareTables } from './read-open-tables.ts';
import { metadataOf, objectsOf, referencesOf } from './store-of-tables.ts';

const videos = builtInCatalog.byId('shortvideo.videos') as CatalogTable;

vi.setConfig({ testTimeout: 600_000 });

let clickhouse: ClickHouse | undefined;
beforeAll(async () => {
  if (!isMissing('clickhouse')) clickhouse = await ClickHouse.start();
});
afterAll(async () => await clickhouse?.[Symbol.asyncDispose]());

async function expectEqualRows(
  index: string,
  store: ObjectStore,
  own: Parameters<typeof withTables>[0] = [],
) {
  await using engine = await openEngine({ index, tables: own });
  const comparisons = await compareTables(store.address, withTables(own), { engine, clickhouse });
  for (const { table, reader, expected, found } of comparisons)
    expect(found, `${table} by ${reader}`).toEqual(expected);
  expect(comparisons.length).toBeGreaterThan(0);
}

/** A table with a column of each type that own tables can have, and a list of each. */
const scalars = [
  'BOOLEAN',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'UBIGINT',
  'DOUBLE',
  'DATE',
  'TIMESTAMP',
  'TIMESTAMP WITH TIME ZONE',
  'VARCHAR',
  'DECIMAL(4,1)',
  'DECIMAL(9,2)',
  'DECIMAL(18,6)',
  'DECIMAL(38,10)',
];
const nameOf = (type: string) => type.toLowerCase().replace(/\W+/g, '_').replace(/_$/, '');
const everything = defineTable({
  name: 'everything',
  description: 'One column of each type, and a list of each.',
  columns: {
    id: key('VARCHAR'),
    seen: time('TIMESTAMPTZ', { main: true }),
    ...Object.fromEntries(scalars.map((type) => [`one_${nameOf(type)}`, type])),
    ...Object.fromEntries(scalars.map((type) => [`many_${nameOf(type)}`, `${type}[]`])),
  },
});

/** Values of a type as JSON has them: least, greatest, and what is easily lost. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  BOOLEAN: [true, false],
  SMALLINT: [-32768, 32767, 0],
  // ClickHouse reads others wrongly that lie 2^31 apart in a file
  INTEGER: [-1073741824, 1073741823, 7],
  BIGINT: ['-9223372036854775808', '9223372036854775807', '9007199254740993'],
  UBIGINT: ['0', '9223372036854775807', '9007199254740993'],
  DOUBLE: [-1.5e300, 0.1, 1e-300],
  DATE: ['1900-01-01', '2299-12-31', '1969-12-31'],
  TIMESTAMP: ['1969-12-31 23:59:59.999999', '2024-02-29 12:00:00.000001', '1970-01-01 00:00:00'],
  'TIMESTAMP WITH TIME ZONE': [
    '1969-12-31T23:59:59.999999Z',
    '2024-02-29T12:00:00.000001Z',
    '2100-01-01T00:00:00Z',
  ],
  VARCHAR: ['', 'é\u0000\u{1F600}"\\\n', 'ÿ'.repeat(200)],
  'DECIMAL(4,1)': ['-999.9', '999.9', '0.1'],
  'DECIMAL(9,2)': ['-1234567.89', '1234567.89', '0.05'],
  'DECIMAL(18,6)': ['-123456789012.345678', '123456789012.345678', '0.000001'],
  'DECIMAL(38,10)': ['-1234567890123456789012345678.0123456789', '99999999999999999999999999.5', '0'],
};

test('every type of column has the same values for each reader, NULLs and lists included', async () => {
  await using place = await makePlace();
  const index = place.path('index');
  const store = await openStore(place.path('a store'));
  for (const round of [0, 1]) {
    const lines = [0, 1, 2, 3].map((at) => {
      const value = (type: string) => (values[type] ?? [])[(at + round) % 3] ?? null;
      const one = scalars.map((type) => [`one_${nameOf(type)}`, at === 3 ? null : value(type)]);
      const many = scalars.map((type) => [
        `many_${nameOf(type)}`,
        at < 2 ? (values[type] ?? []).slice(0, at * 3) : null,
      ]);
      const row = {
        id: `row ${at + round}`,
        seen: `2024-0${at + 1}-15T00:00:00Z`,
        indexed_at: `2025-01-0${round + 1}T00:00:00Z`,
      };
      return JSON.stringify({ ...row, ...Object.fromEntries([...one, ...many]) });
    });
    const file = place.path(`rows-${round}.ndjson`);
    await writeFile(file, lines.join('\n'));
    const report = await addFiles({
      index,
      files: [file],
      tables: [everything],
      table: 'everything',
      deltaShareMax: Number.POSITIVE_INFINITY,
    });
    expect(report.files[0]).toMatchObject({ accepted: 4, refused: 0, fieldsRefusedBy: {} });
    const { openTables } = await publishSnapshot({ index, store, iceberg: true, tables: [everything] });
    expect(openTables?.omitted).toEqual([]);
    await expectEqualRows(index, store, [everything]);
  }
});

test('whole numbers from 2^63 on have no type: their column is left out, and told', async () => {
  await using place = await makePlace();
  const store = await openStore(place.path('store'));
  const counts = defineTable({
    name: 'counts',
    description: 'Counts.',
    columns: { id: key('VARCHAR'), count: 'UBIGINT', many: 'UBIGINT[]' },
  });
  const add = async (count: string) => {
    const file = place.path(`${count}.csv`);
    await writeFile(file, `id,count,indexed_at\n${count},${count},2025-01-01T00:00:00Z\n`);
    await addFiles({ index: place.path('index'), files: [file], tables: [counts], table: 'counts' });
    return await publishSnapshot({ index: place.path('index'), store, iceberg: true, tables: [counts] });
  };
  const columns = async () => {
    const { schemas, 'current-schema-id': id } = (await metadataOf(
      objectsOf(store.address),
      'own.counts',
    )) as TableMetadata;
    return schemas
      .find((schema) => schema['schema-id'] === id)
      ?.fields.map((field) => `${field.id} ${field.name}`);
  };
  expect((await add('9223372036854775807')).openTables?.omitted).toEqual([]);
  const before = await columns();
  expect(before).toContain('2 count');
  expect((await add('9223372036854775808')).openTables?.omitted).toEqual([
    { table: 'own.counts', column: 'count', reason: expect.stringContaining('2^63') },
  ]);
  expect(await columns()).toEqual(before?.filter((column) => column !== '2 count'));
});

test('columns keep their ids when others come and go, and files from before give NULL', async () => {
  await using place = await makePlace();
  const index = place.path('index');
  const store = await openStore(place.path('store'));
  const described = (columns: string[]) =>
    defineTable({
      name: 'notes',
      description: `Notes with ${columns}.`,
      columns: { id: key('VARCHAR'), ...Object.fromEntries(columns.map((name) => [name, 'VARCHAR'])) },
    });
  const ids: Record<string, number>[] = [];
  for (const [round, columns] of [['a'], ['b', 'a'], ['b', 'c'], ['a', 'c']].entries()) {
    const own = [described(columns)];
    const row = {
      id: String(round),
      indexed_at: '2025-01-01T00:00:00Z',
      ...Object.fromEntries(columns.map((name) => [name, `${name}${round}`])),
    };
    await writeFile(place.path('notes.ndjson'), JSON.stringify(row));
    await addFiles({
      index,
      files: [place.path('notes.ndjson')],
      tables: own,
      table: 'notes',
      deltaShareMax: Number.POSITIVE_INFINITY,
    });
    await publishSnapshot({ index, store, iceberg: true, tables: own });
    await expectEqualRows(index, store, own);
    const metadata = await metadataOf(objectsOf(store.address), 'own.notes');
    const schema = metadata?.schemas.find((each) => each['schema-id'] === metadata['current-schema-id']);
    ids.push(Object.fromEntries((schema?.fields ?? []).map(({ name, id }) => [name, id])));
    expect(metadata?.properties.comment).toBe(own[0]?.description);
  }
  const all: Record<string, number> = Object.assign({}, ...ids);
  for (const each of ids) expect(all).toMatchObject(each);
  expect(new Set(Object.values(all)).size).toBe(Object.keys(all).length);
  await expect(publishSnapshot({ index, store })).rejects.toMatchObject({ code: 'catalog_invalid' });
});

test('an object store has them by its address, and ClickHouse and icebird read them there', async () => {
  await using place = await makePlace();
  await using served = await serveStore();
  const { server } = served;
  const store = await openStore('s3://bucket/some/index');
  const index = place.path('index');
  const read = async (key: string) => server.objects.get(`bucket/some/index/${key}`)?.content;
  await addVideos(index, 0, 40, 1);
  expect((await publishSnapshot({ index, store, iceberg: true })).openTables).toMatchObject({
    location: 's3://bucket/some/index',
    tables: expect.arrayContaining(['shortvideo.videos', 'shortvideo.video_hashtags']),
  });
  await addVideos(index, 30, 20, 2);
  // a store that has such tables keeps them
  const { openTables } = await publishSnapshot({ index, store });
  expect(openTables?.changed).toContain('shortvideo.video_hashtags');
  await using engine = await openEngine({ index });
  const expected = sortedRows(await engineRows(engine, videos));
  const http = (address: string) => read(address.replace('https://bucket.s3.amazonaws.com/some/index/', ''));
  expect(
    sortedRows(await icebirdRows('s3://bucket/some/index/data/shortvideo/videos', videos, { read: http })),
  ).toEqual(expected);
  if (clickhouse !== undefined) {
    const from = `icebergS3('${server.url}/bucket/some/index/data/shortvideo/videos', 'INVENTED', 'invented/secret+key')`;
    expect(sortedRows(await clickhouse.rows(from, videos))).toEqual(expected);
  }
  for (const id of openTables?.tables ?? []) await referencesOf(read, id, 's3://bucket/some/index');
});
