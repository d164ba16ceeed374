import { AppError } from '@sdq/contract';
import { expect, test } from 'vitest';
import { orLater } from '../src/or-later.ts';

const failing = (error: Error) => async (): Promise<string> => {
  throw error;
};

test('work that the disk has no room for is left to later, and told; a lock is left silently; other errors are thrown', async () => {
  const told: string[] = [];
  const run = (work: () => Promise<string>) =>
    orLater('/index', 'before', ({ code, message }) => void told.push(`${code}: ${message}`), work);
  expect(await run(async () => 'after')).toBe('after');
  expect(await run(failing(new AppError('index_locked', 'Somebody writes')))).toBe('before');
  expect(told).toEqual([]);
  const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(await run(failing(noSpace))).toBe('before');
  expect(told).toEqual([expect.stringMatching(/^disk_full: /)]);
  await expect(run(failing(new AppError('index_corrupt', 'A file is missing')))).rejects.toMatchObject({
    code: 'index_corrupt',
  });
  await expect(run(failing(new Error('unknown')))).rejects.toThrow('unknown');
  expect(told).toHaveLength(1);
});
