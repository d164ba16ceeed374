import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { asDiskFull } from '@sdq/contract';
import { generateIndex } from '@sdq/data';
import { addFiles } from '@sdq/ingest';
import { describe, expect, test } from 'vitest';
import { sdq } from '../cli-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { isMissing } from '../support/tools.ts';

test('7: failures of Node, DuckDB and SQLite for lack of space are one error with path, free bytes and bytes needed', () => {
  const node = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const duckdb = new Error('IO Error: Could not write file "/tmp/x.parquet": No space left on device');
  const sqlite = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  for (const error of [node, duckdb, sqlite]) {
    expect(asDiskFull(error, { path: '/tmp', neededBytes: 5 * 2 ** 20 })).toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(
        /^The disk of "\/tmp.*" is full: .* are free now, and 5\.0 MiB are needed$/,
      ),
      meta: { free_bytes: expect.any(Number), needed_bytes: 5 * 2 ** 20 },
      cause: error,
    });
  }
  expect(asDiskFull(new Error('IO Error: file not found'), { path: '/tmp' })).toBeUndefined();
  // where no disk is known, none is blamed
  expect(asDiskFull(node, { path: undefined })).toMatchObject({
    message: 'A disk is full',
    meta: { path: null, free_bytes: null },
  });
});

async function withAccount(directory: string): Promise<{ accountId: string }> {
  await using accounts = await openAccounts({ directory });
  return (await accounts.createAccount({ name: 'Ea', email: 'ea@example.org' })).account;
}

describe.skipIf(isMissing('tmpfs'))('on a full disk', () => {
  test('7: generating and adding fail with disk_full and publish nothing; after space is freed they succeed', async () => {
    await using disk = await mountSmallDisk(5 * 2 ** 20);
    const index = join(disk.path, 'index');
    const ballast = join(disk.path, 'ballast');
    const full = await sdq(['index', 'generate', '--rows', '20k', '--index', index]);
    expect(full).toMatchObject({ code: 1, stdout: '' });
    expect(full.stderr).toMatch(/^sdq: disk_full: The disk of ".*" is full: .* free/m);
    expect(await readdir(index)).not.toContain('CURRENT');

    await rm(index, { recursive: true, force: true });
    await generateIndex({ out: index, rows: 500, threads: 2 });
    const source = await mkdtemp(join(tmpdir(), 'sdq-source-'));
    const file = join(source, 'posts.csv');
    await writeFile(file, `video_id,author,description\n7300000000000000001,ada,first\n`);
    await writeFile(ballast, Buffer.alloc(2 ** 24)).catch(() => {}); // what is left
    await expect(addFiles({ index, files: [file] })).rejects.toMatchObject({ code: 'disk_full' });
    await rm(ballast);
    await addFiles({ index, files: [file] });
    await rm(source, { recursive: true });
  });

  test('7: every command that writes names the full disk, and leaves nothing half-written', async () => {
    await using disk = await mountSmallDisk(24 * 2 ** 20);
    const [home, index] = [join(disk.path, 'home'), join(disk.path, 'index')];
    await generateIndex({ out: index, rows: 500, threads: 2 });
    const { accountId } = await withAccount(join(home, 'accounts'));
    const filesBefore = await readdir(disk.path, { recursive: true });
    await writeFile(join(disk.path, 'ballast'), Buffer.alloc(2 ** 25)).catch(() => {}); // what is left
    const places = ['--home', home, '--index', index];
    const rows = ['--index', index, "SELECT repeat('x', 10000) FROM videos"];
    const output = join(disk.path, 'out');
    const shell = { input: `.output ${join(disk.path, 'shell')}\n.mode csv\n${rows[2]};\n` };
    for (const [words, options] of [
      [['query', '--format', 'csv', '-o', output, ...rows]],
      [['shell', '--index', index], shell],
      [['account', 'export', '--account', accountId, '--home', home, '-o', output]],
      [['key', 'create', '--name', 'x', '--home', home]],
      [['backup', 'create', join(disk.path, 'backup'), ...places]],
      [['platform', 'micro', '--sql', 'ready', '--index', index]],
    ] as const) {
      const { code, stderr } = await sdq(words, options);
      expect({ code, stderr }, words.join(' ')).toMatchObject({ code: 1 });
      expect(stderr, words.join(' ')).toMatch(
        new RegExp(`^sdq: disk_full: The disk of "${disk.path}.*" is full: .* are free now`, 'm'),
      );
    }
    const left = (await readdir(disk.path, { recursive: true })).filter(
      (name) => !filesBefore.includes(name) && !/^ballast$|^shell$|-(?:wal|shm)$|staging|pins$/.test(name),
    );
    expect(left).toEqual([]);
  });

  test('accounts on a full disk refuse changes, answer what they have, and go on once there is space', async () => {
    await using disk = await mountSmallDisk(2 * 2 ** 20);
    await using accounts = await openAccounts({ directory: disk.path });
    const { account } = await accounts.createAccount({ name: 'Ea', email: 'ea@example.org' });
    const { key } = await accounts.createKey(account.accountId, { name: 'k' });
    const ballast = join(disk.path, 'ballast');
    await writeFile(ballast, Buffer.alloc(2 ** 24)).catch(() => {});
    const create = () => accounts.createKey(account.accountId, { name: 'x'.repeat(100_000) });
    await expect(create()).rejects.toMatchObject({ code: 'disk_full' });
    expect(await accounts.authenticate(key)).toMatchObject({ ok: true });
    expect(await accounts.listKeys(account.accountId)).toHaveLength(1);
    await rm(ballast);
    await create();
    expect(await accounts.verifyLedger()).toMatchObject({ damage: [], disagreements: [] });
  });
});
