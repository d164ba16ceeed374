import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';
import { rowsOf, type ThirdPartyFile, thirdPartyFiles } from './expected.ts';

const folder = fileURLToPath(new URL('./files/', import.meta.url));

test('every file has its expectation', async () => {
  const listed = thirdPartyFiles.map(({ file }) => file);
  expect(listed.sort()).toEqual((await readdir(folder)).sort());
});

test.each(thirdPartyFiles)('$file', async (given) => {
  await using space = await Workspace.make();
  const path = `${folder}${given.file}`;
  const [file] = (await space.add([path])).files;
  const { refused } = given;
  if (refused === undefined) {
    expect(file?.error).toBeUndefined();
    expect(await rowsIn(space, given)).toEqual(expectedOf(given));
    return;
  }
  expect(file?.error?.code).toBe(refused.code);
  expect(`${file?.error?.message}; ${file?.error?.hint}`).toMatch(refused.hint);
  if (refused.mend === undefined) return;
  await space.add([path], refused.mend);
  expect(await rowsIn(space, given)).toEqual(expectedOf(given));
});

async function rowsIn(space: Workspace, { table, columns }: ThirdPartyFile): Promise<unknown[]> {
  const time = table === 'videos' ? 'create_time' : 'created_at';
  return await space.rows(`SELECT ${columns.split(' ').join(', ')} FROM ${table} ORDER BY ${time}`);
}

function expectedOf({ table, columns, differ = {} }: ThirdPartyFile): unknown[] {
  return rowsOf[table].map((row, i) => {
    const values = Object.entries(row).map(([name, value]) => [
      name,
      differ[name]?.[i] ?? (name in differ ? null : value),
    ]);
    const all = Object.fromEntries(values) as Record<string, unknown>;
    return Object.fromEntries(columns.split(' ').map((name) => [name, all[name]]));
  });
}
