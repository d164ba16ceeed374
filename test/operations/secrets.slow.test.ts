import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sdq } from '../cli-process.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sdq-secrets-'));
});
afterEach(() => rm(home, { recursive: true }));

const secret = async (words: string[], env: Record<string, string> = {}) => {
  const run = await sdq(['secret', ...words, '--home', home, '--json'], { env });
  return { ...run, json: run.stdout === '' ? undefined : JSON.parse(run.stdout) };
};

test('18: pepper and data secret are rotated and retired by command; two commands at once lose none', async () => {
  const accounts = await openAccounts({ directory: join(home, 'accounts') });
  const { accountKey } = await accounts.createAccount({ name: 'Ea', email: 'ea@example.org' });
  await accounts.close();
  const runs = await Promise.all([secret(['rotate']), secret(['rotate'])]);
  for (const run of runs) expect(run).toMatchObject({ code: 0, stderr: '' });
  const peppers = (await readFile(join(home, 'accounts', 'pepper'), 'utf8')).trim().split('\n');
  expect(peppers).toHaveLength(3);
  const status = await secret(['status']);
  expect(status.json.peppers).toMatchObject([
    { state: 'former', api_keys: 1 },
    { state: 'former', api_keys: 0 },
    { state: 'writing', api_keys: 0 },
  ]);
  expect(status.json.data_secret.former).toBeGreaterThan(0);
  for (const each of peppers) expect(status.stdout).not.toContain(each);
  expect(await secret(['retire'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/key_\w+\n.*--revoke/s),
  });
  const again = await openAccounts({ directory: join(home, 'accounts') });
  expect(await again.authenticate(accountKey)).toMatchObject({ ok: true });
  const retired = await secret(['retire']);
  expect(retired.json).toMatchObject({
    peppers: 2,
    revoked_keys: [],
    data_secrets: 0,
    data_secrets_accepted_until: expect.stringMatching(/Z$/),
  });
  expect((await secret(['retire', '--revoke'])).json).toMatchObject({ peppers: 0, revoked_keys: [] });
  expect((await secret(['status'])).json.data_secret.former).toBe(0);
  expect(await again.authenticate(accountKey)).toMatchObject({ ok: true });
  await again.close();
});

test('a pepper of the environment: the command tells the setting, and then makes it the one that writes', async () => {
  const pepper = randomBytes(32).toString('hex');
  const added = await secret(['rotate'], { SDQ_PEPPER: pepper });
  expect(added.json).toMatchObject({ pepper: { state: 'to add' }, data_secret: 'unchanged' });
  const both = `${pepper},${added.json.pepper.pepper}`;
  expect((await secret(['rotate'], { SDQ_PEPPER: both })).json.pepper.state).toBe('rotated');
  expect((await secret(['retire'], { SDQ_PEPPER: both })).stderr).toBe('');
  expect((await secret(['status'], { SDQ_PEPPER: added.json.pepper.pepper })).json.peppers).toHaveLength(1);
  expect(await secret(['status'], { SDQ_PEPPER: pepper })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The pepper does not match'),
  });
});
