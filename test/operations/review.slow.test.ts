import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { memoryOfMachine } from '@sdq/core';
import { afterEach, expect, test, vi } from 'vitest';
import { sdq } from '../cli-process.ts';

/** Defects that newcomers found, by their numbers; the tests of others stand beside what they test. */

afterEach(() => vi.restoreAllMocks());

test('1: a leaked or lost account key is replaced, and an account is suspended, exported, closed and deleted', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sdq-review-'));
  const run = async (...words: string[]) => {
    const ran = await sdq([...words, '--home', home, '--json']);
    expect(ran, words.join(' ')).toMatchObject({ code: 0 });
    return JSON.parse(ran.stdout);
  };
  const { account, account_key: lost } = await run(
    'account',
    'create',
    '--name',
    'Ea',
    '--email',
    'ea@example.org',
  );
  const { keys } = await run('key', 'list');
  const former = keys.find((key: { masked_key: string }) => key.masked_key.startsWith('sdq_acct_'));
  const rotated = await run('key', 'rotate', former.key_id, '--overlap', '60');
  expect(rotated.key).toMatch(/^sdq_acct_/);
  expect(rotated.key).not.toBe(lost);
  expect((await run('key', 'revoke', former.key_id)).status).toBe('revoked');
  expect((await run('key', 'create', '--kind', 'account', '--name', 'again')).key).toMatch(/^sdq_acct_/);
  const named = ['--account', account.id];
  expect((await run('account', 'suspend', ...named, '--reason', 'unpaid')).state).toBe('suspended');
  expect((await run('account', 'resume', ...named)).state).toBe('active');
  const file = join(home, 'export.json');
  await sdq(['account', 'export', ...named, '-o', file, '--home', home]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account_id: account.id });
  expect((await run('account', 'close', ...named)).state).toBe('closed');
  await run('account', 'delete', ...named, '--confirm', account.id);
  expect((await run('account', 'list')).total).toBe(0);
  await rm(home, { recursive: true });
});

test('8: the memory of a container is its limit, not that of the machine', () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(512 * 2 ** 20);
  expect(memoryOfMachine()).toBe(512 * 2 ** 20);
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(2 ** 63); // no limit
  expect(memoryOfMachine()).toBe(totalmem());
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(0); // unknown
  expect(memoryOfMachine()).toBe(totalmem());
});
