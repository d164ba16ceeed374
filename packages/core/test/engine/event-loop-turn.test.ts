import { openEngine } from '@sdq/core';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';

test('a program that asks for cached answers one after the other leaves timers their turn', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  await using engine = await openEngine({ index: directory.path, isolation: 'in-process' });
  const ask = async () => await (await engine.query('SELECT count(*) AS n FROM videos')).toArray();
  await ask();
  let isDue = false;
  const timer = setTimeout(() => {
    isDue = true;
  }, 20);
  const end = performance.now() + 5_000;
  const client = async () => {
    while (!isDue && performance.now() < end) await ask();
  };
  await Promise.all([client(), client(), client(), client()]);
  clearTimeout(timer);
  expect(isDue).toBe(true);
}, 30_000);
