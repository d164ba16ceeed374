import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { generateIndex } from '@sdq/data';
import { expect, test } from 'vitest';
import { sdq } from '../cli-process.ts';

test('18: everything is lost and restored: accounts, keys, secrets, media and index', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sdq-backup-'));
  const [home, index, backup] = [join(root, 'home'), join(root, 'index'), join(root, 'backup')];
  await generateIndex({ out: index, rows: 300, threads: 2 });
  await mkdir(join(home, 'media', 'shortvideo'), { recursive: true });
  await writeFile(join(home, 'media', 'shortvideo', '1.txt'), 'transcript');
  await writeFile(join(home, 'data-secret'), Buffer.alloc(32, 1));
  const running = await openAccounts({ directory: join(home, 'accounts') }); // a service that goes on
  const { account } = await running.createAccount({ name: 'Ea', email: 'ea@example.org' });
  const { key } = await running.createKey(account.accountId, { name: 'k' });

  const places = ['--home', home, '--index', index];
  const created = await sdq(['backup', 'create', backup, ...places, '--json']);
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect((await sdq(['backup', 'create', backup, ...places])).stderr).toContain('exists: name a new folder');
  await running.createKey(account.accountId, { name: 'after the backup' });
  await running.close();
  await Promise.all([home, index].map((each) => rm(each, { recursive: true })));

  const restored = await sdq(['backup', 'restore', backup, ...places, '--json']);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(restored.stdout)).toMatchObject({ accounts: 1, elsewhere: [] });
  const again = await openAccounts({ directory: join(home, 'accounts') });
  expect(await again.authenticate(key)).toMatchObject({ ok: true });
  expect(await again.listKeys(account.accountId)).toHaveLength(1);
  await again.close();
  expect(await readFile(join(home, 'media', 'shortvideo', '1.txt'), 'utf8')).toBe('transcript');
  const asked = await sdq([
    'query',
    '--index',
    index,
    '--format',
    'json',
    'SELECT count(*) AS n FROM videos',
  ]);
  expect(JSON.parse(asked.stdout)).toEqual([{ n: expect.any(Number) }]);
  expect(await sdq(['backup', 'restore', backup, ...places])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not empty'),
  });

  await appendFile(join(backup, 'home', 'data-secret'), 'x');
  expect(await sdq(['backup', 'verify', backup])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('home/data-secret: has 33 bytes instead of 32'),
  });
  await rm(root, { recursive: true });
});
