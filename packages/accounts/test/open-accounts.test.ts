import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openAccounts } from '../src/index.ts';
import { temporaryDirectory } from './fixture.ts';

const mara = { name: 'Mara Lind', email: 'mara@example.org' };

describe('accounts', () => {
  test('a new account has its starting balance, and is there after a restart', async () => {
    await using directory = await temporaryDirectory();
    const accounts = await openAccounts({ directory: directory.path });
    const { account, accountKey } = await accounts.createAccount(mara);
    const { account: rich } = await accounts.createAccount({ ...mara, balanceUnits: 1_000_000 });
    await accounts.close();

    await using reopened = await openAccounts({ directory: directory.path });
    expect(await reopened.findAccount(account.accountId)).toEqual(account);
    expect((await reopened.listAccounts()).map(({ accountId }) => accountId)).toEqual(
      [account.accountId, rich.accountId].sort(),
    );
    expect(account).toMatchObject({ ...mara, balanceUnits: 50_000, reservedUnits: 0 });
    expect((await reopened.findAccount(rich.accountId))?.balanceUnits).toBe(1_000_000);
    expect(await reopened.findAccount('acct_none')).toBeUndefined();
    expect(await reopened.authenticate(accountKey)).toMatchObject({
      ok: true,
      principal: { accountId: account.accountId, kind: 'acct' },
    });
  });

  test('several processes that open a new directory at once make one database and one pepper', async () => {
    await using directory = await temporaryDirectory();
    const program = `import { openAccounts } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
      await using accounts = await openAccounts({ directory: ${JSON.stringify(directory.path)} });
      process.stdout.write((await accounts.createAccount(${JSON.stringify(mara)})).accountKey);`;
    const flags = ['--conditions=@sdq/source', '--input-type=module', '-e', program];
    const runs = await Promise.all([1, 2, 3, 4].map(() => promisify(execFile)(process.execPath, flags)));
    await using accounts = await openAccounts({ directory: directory.path });
    for (const { stdout } of runs) expect((await accounts.authenticate(stdout)).ok).toBe(true);
    expect((await readdir(directory.path)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('the database and the pepper are the owner’s only; no file holds a key', async () => {
    await using directory = await temporaryDirectory();
    await using accounts = await openAccounts({ directory: directory.path });
    const { account, accountKey } = await accounts.createAccount(mara);
    const { key } = await accounts.createKey(account.accountId, { name: 'laptop' });
    for (const name of ['accounts.db', 'pepper']) {
      expect((await stat(join(directory.path, name))).mode & 0o777).toBe(0o600);
    }
    for (const name of await readdir(directory.path)) {
      const content = await readFile(join(directory.path, name), 'latin1');
      expect(content).not.toContain(key.slice(13, -4));
      expect(content).not.toContain(accountKey.slice(13, -4));
    }
  });

  test('a damaged database is named, not replaced', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'accounts.db');
    await writeFile(path, 'spoilt'.repeat(1_000));
    await expect(openAccounts({ directory: directory.path })).rejects.toMatchObject({
      code: 'file_malformed',
      message: expect.stringContaining(path),
    });
    expect(await readFile(path, 'utf8')).toMatch(/^spoilt/);
  });

  test('a damaged pepper is named, not replaced', async () => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, 'pepper'), 'spoilt\n');
    await expect(openAccounts({ directory: directory.path })).rejects.toMatchObject({
      code: 'file_malformed',
    });
  });
});
