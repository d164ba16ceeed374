import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { OpenFiles } from '../../../../src/backends/duckdb/execute/open-files.ts';

function opened(max: number, everyMs?: number) {
  const closed: string[] = [];
  const files = new OpenFiles(max, (path) => ({ path, [Symbol.dispose]: () => closed.push(path) }), everyMs);
  return { files, closed };
}

test('the least recently used file is closed where too many are open', () => {
  const { files, closed } = opened(2);
  for (const path of ['a', 'b', 'a', 'c']) files.at(path);
  expect(closed).toEqual(['b']);
  files[Symbol.dispose]();
  expect(closed.toSorted()).toEqual(['a', 'b', 'c']);
});

test('a file that was deleted is closed, so that its space is free, and opened again where there is one', async () => {
  await using folder = await temporaryDirectory();
  const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
  await writeFile(first, '');
  await writeFile(second, '');
  const { files, closed } = opened(10, 0);
  const before = files.at(first);
  files.at(second);
  await rm(first);
  expect(files.at(second)).toBe(files.at(second));
  expect(closed).toEqual([first]);
  await writeFile(first, '');
  expect(files.at(first)).not.toBe(before);
});

test('files are not looked for at each use', async () => {
  const { files, closed } = opened(10, 60_000);
  const file = files.at('/nothing/is/here');
  expect(files.at('/nothing/is/here')).toBe(file);
  expect(closed).toEqual([]);
});
