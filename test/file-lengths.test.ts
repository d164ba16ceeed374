import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const linesMax = 350;
const root = join(import.meta.dirname, '..');

/** Files that are longer, and why they are no worse for it. */
const longer: Readonly<Record<string, string>> = {};

const isWritten = (path: string) => !/(^|\/)generated\/|\.d\.ts$/.test(path);
const linesOf = (path: string) =>
  readFileSync(join(root, path), 'utf8').replace(/\n$/, '').split('\n').length;

const lengths = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.css'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && isWritten(path) && existsSync(join(root, path)))
  .map((path) => ({ path, lines: linesOf(path) }));

test('files of the project were found', () => {
  expect(lengths.length).toBeGreaterThan(500);
});

test('a file is short enough to be read at once, or has a reason', () => {
  const long = lengths.filter(({ path, lines }) => lines > linesMax && !(path in longer));
  expect(long.map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([]);
});

test('each exception is still needed', () => {
  const needed = new Set(lengths.filter(({ lines }) => lines > linesMax).map(({ path }) => path));
  expect(Object.keys(longer).filter((path) => !needed.has(path))).toEqual([]);
});
