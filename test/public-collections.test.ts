import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTables } from '@sdq/catalog';
import { openEngine, type QueryOptions } from '@sdq/core';
import { allRows, Database } from '@sdq/duckdb';
import { addFiles } from '@sdq/ingest';
import { expect, test } from 'vitest';
import { writeCollection } from '../packages/ingest/test/bulk/collections.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const docs = await readFile(join(import.meta.dirname, '../docs/datasets.md'), 'utf8');
/** What the page runs with a file of a collection. */
const shown = [...docs.matchAll(/--table given=\S+ "(.+)"/g)].map(([, sql = '']) => sql);

/** Rows of a file itself. */
async function plainRows(sql: string): Promise<Record<string, unknown>[]> {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  return await allRows(connection, sql);
}

test('columns without a table are joined from the files, as the page shows', async () => {
  await using folder = await temporaryDirectory();
  const index = join(folder.path, 'index');
  const names = ['tiktok-videos-4b', 'tiktok-10m', 'tiktok-comments'] as const;
  const files: string[] = [];
  for (const name of names)
    files.push(await writeCollection(name, 400, join(folder.path, `${name}.parquet`)));
  await addFiles({ index, files });
  await using engine = await openEngine({ index, isolation: 'in-process', advisoryParser: false });
  const ask = async (place: number, more: QueryOptions = {}) => {
    const result = await engine.query(shown[place] ?? '', { tables: { given: files[place] ?? '' }, ...more });
    return await result.toArray();
  };
  expect(shown).toHaveLength(3);
  const given = (place: number, sql: string) => plainRows(`${sql} FROM '${files[place]}'`);
  const [photos] = await given(0, 'SELECT count(*) FILTER (WHERE is_video = 0)::INTEGER AS photos');
  expect(Number(photos?.photos)).toBeGreaterThan(10);
  expect(await ask(0)).toEqual([photos]);
  const places = await plainRows(
    `SELECT poi_name, count(*)::INTEGER AS videos FROM '${files[1]}' WHERE poi_name IS NOT NULL GROUP BY 1`,
  );
  const found = (await ask(1)) as { poi_name: string; videos: number }[];
  expect(found.length).toBe(Math.min(20, places.length));
  const plain = found.map(({ poi_name, videos }) => ({ poi_name, videos }));
  expect(places).toEqual(expect.arrayContaining(plain));
  expect((await ask(2)).length).toBeGreaterThan(0);
});

test('reposts become a table of one’s own by the description on the page', async () => {
  await using folder = await temporaryDirectory();
  const index = join(folder.path, 'index');
  const [, description = ''] = /```json\n([\s\S]+?)```/.exec(docs) ?? [];
  const path = join(folder.path, 'reposts.json');
  await writeFile(path, description);
  const tables = await readTables(path);
  const file = await writeCollection('tiktok-reposts', 400, join(folder.path, 'reposts.parquet'));
  const report = await addFiles({ index, files: [file], tables, table: 'reposts' });
  expect(report.files).toMatchObject([{ accepted: 400, refused: 0, unused: [] }]);
  await using engine = await openEngine({ index, tables, isolation: 'in-process', advisoryParser: false });
  const result = await engine.query(
    'SELECT count(*) AS n, count(DISTINCT user_hash) AS users FROM reposts JOIN given USING (user_hash, aweme_id)',
    { tables: { given: file } },
  );
  const [users] = await plainRows(`SELECT count(DISTINCT user_hash)::INTEGER AS users FROM '${file}'`);
  expect(await result.toArray()).toEqual([{ n: 400, ...users }]);
});
