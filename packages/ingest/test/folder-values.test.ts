import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { folderValuesIn } from '../src/flat/folder-values.ts';
import { Workspace } from './support.ts';

const rows = (id: number, more = '') =>
  `video_id,play_count,create_time${more === '' ? '' : ',region'}\n${7_546_000_000_000_000_000n + BigInt(id)},${id},2026-01-02${more}\n`;

async function place(space: Workspace, path: string, content: string): Promise<void> {
  const full = join(space.root, 'data', path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, content);
}

test('folders name=value are values of columns that files do not have', async () => {
  await using space = await Workspace.make();
  await place(space, 'country=US/month=2026-01/a.csv', rows(1));
  await place(space, 'country=se/a.csv', rows(2));
  await place(space, 'country=BR/b.csv', rows(3, ',JP'));
  await place(space, 'country=__HIVE_DEFAULT_PARTITION__/a.csv', rows(4));
  await place(space, 'language=pt%2DBR/video_id=9/a.csv', rows(5));
  const report = await space.add([join(space.root, 'data')], { columnsBytesMin: 1 });
  const found = await space.rows('SELECT play_count::INTEGER AS n, region, language FROM videos ORDER BY 1');
  expect(found).toEqual([
    { n: 1, region: 'US', language: null },
    { n: 2, region: 'SE', language: null },
    { n: 3, region: 'JP', language: null },
    { n: 4, region: null, language: null },
    { n: 5, region: null, language: 'pt-BR' },
  ]);
  const [us] = report.files.filter(({ name }) => name.includes('country=US'));
  expect(us?.guesses).toContainEqual({
    kind: 'folder',
    field: 'region',
    message: 'The folder "country=US" says it. To change it, pass --set region=VALUE.',
  });
  expect(us?.unused).toEqual(['month (folder)']);
});

test('the same content in two folders is two files, and a folder that is not understood is told', async () => {
  await using space = await Workspace.make();
  await place(space, 'is_ad=true/a.csv', rows(1));
  await place(space, 'is_ad=false/a.csv', rows(1));
  await place(space, 'collect_count=many/a.csv', rows(2));
  const report = await space.add([join(space.root, 'data')]);
  expect(report.files.map(({ status }) => status)).toEqual(['added', 'added', 'added']);
  expect(report.files[0]?.unused).toEqual(['collect_count (folder)']);
  const named = await space.add([join(space.root, 'data/is_ad=true/a.csv')]);
  expect(named.files[0]?.guesses.filter(({ kind }) => kind === 'folder')).toEqual([]);
});

test('names of folders', () => {
  expect(folderValuesIn('data/year=2026/month=01/a=b.csv')).toEqual([
    { name: 'year', value: '2026' },
    { name: 'month', value: '01' },
  ]);
  expect(folderValuesIn('=x/y=/a.csv')).toEqual([]);
});
