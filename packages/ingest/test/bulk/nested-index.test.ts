import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storedColumns, withTables } from '@sdq/catalog';
import { openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';
import { usual } from './nested-records.ts';

const catalog = withTables([]);

async function contents(space: Workspace): Promise<Record<string, unknown>> {
  const { manifest } = await openSnapshot(space.index);
  const tables: Record<string, unknown> = {};
  for (const id of Object.keys(manifest.tables).sort()) {
    const table = catalog.byId(id);
    if (table === undefined) continue;
    const list = storedColumns(table).map(({ name }) => name);
    tables[id] = await space.rows(`SELECT ${list.join(', ')} FROM ${table.name} ORDER BY ALL`);
  }
  return tables;
}

test('an index of nested records is the same by columns as record by record, also after an interruption', async () => {
  await using space = await Workspace.make();
  const item = usual['item-struct'];
  if (item === undefined) throw new Error('There are no such records');
  const records = Array.from({ length: 300 }, (_, number) => item(number));
  const profile = { user: { id: '44', uniqueId: 'Zoe', nickname: 'Zoe' }, stats: { followerCount: 3 } };
  const odd = [profile, profile, item(5), { ...item(400), id: 'x' }, { itemList: [item(401), item(402)] }];
  const path = join(space.root, 'items.json');
  await writeFile(path, [...records, ...odd].map((record) => JSON.stringify(record)).join('\n'));
  const options = { batchRecordsMax: 100, columnsBytesMin: 0 };
  const stop = new AbortController();
  const onProgress = ({ phase, records }: { phase: string; records: number }) => {
    if (phase === 'read' && records >= 100) stop.abort(new Error('stopped'));
  };
  await expect(space.add([path], { ...options, onProgress, signal: stop.signal })).rejects.toThrow('stopped');
  const [file] = (await space.add([path], options)).files;
  await using other = await Workspace.make();
  const [mapped] = (await other.add([path])).files;
  expect(file).toMatchObject({ records: 306, accepted: 303, merged: 2, refused: 1 });
  expect(file?.conversion).toMatchObject({ bySql: 301 });
  expect(mapped).toMatchObject({ records: 306, accepted: 303, merged: 2, refused: 1, conversion: null });
  expect(file?.examples).toEqual(mapped?.examples);
  expect(await contents(space)).toEqual(await contents(other));
  expect((await space.add([path], options)).changed).toBe(false);
});
