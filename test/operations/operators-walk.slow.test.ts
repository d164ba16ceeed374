import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeFirstVersion } from '../../packages/accounts/test/first-version/first-version.ts';
import { limitMemory } from '../support/memory-limit.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { isMissing } from '../support/tools.ts';
import { InstalledService } from './installed-service.ts';

/**
 * The operator's walk: what docs/operating.md says, one command after the other, with the packages that a production
 * machine has. It runs in the order of the tests.
 */

// it starts some thirty processes, one after the other
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const memoryLimit = 1_536 * 2 ** 20;
const diskBytes = 64 * 2 ** 20;

let root: string;
let installation: string;
let service: InstalledService;
let disk: ({ path: string } & AsyncDisposable) | undefined;
let data: string;
let backup: string;
const memory = limitMemory(memoryLimit);
let url = '';
/** Keys that were made until the disk was full. */
const spare: string[] = [];
let keys: { accountId: string; account: string; data: string };

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sdq-walk-'));
  disk = isMissing('tmpfs') ? undefined : await mountSmallDisk(diskBytes);
  data = join(disk?.path ?? root, 'data');
  installation = join(root, 'installation');
  backup = join(root, 'backup');
  service = await installedWith(data);
});
afterAll(async () => {
  await service.stop('SIGKILL');
  await disk?.[Symbol.asyncDispose]();
  memory?.[Symbol.dispose]();
  await rm(root, { recursive: true, force: true });
});

/** The service with a file of settings for a data directory. */
async function installedWith(directory: string): Promise<InstalledService> {
  await mkdir(join(root, 'spill'), { recursive: true });
  const settings = {
    SDQ_HOME: join(directory, 'home'),
    SDQ_INDEX: join(directory, 'index'),
    SDQ_SPILL_DIR: join(root, 'spill'),
    SDQ_LOG_LEVEL: 'error',
    SDQ_RATE_KEY_PER_MINUTE: '0',
    SDQ_RATE_SQL_PER_MINUTE: '0',
    SDQ_RATE_ACCOUNT_PER_MINUTE: '0',
    SDQ_QUERY_PROCESSES: '1',
  };
  const file = join(directory === data ? root : directory, 'sdq.env');
  await mkdir(directory, { recursive: true });
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  return new InstalledService(installation, file);
}

const start = () => service.start(memory?.within);

async function ask(key: string, query = 'SELECT count(*) AS n FROM videos') {
  const response = await fetch(`${url}/api/shortvideo/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const body = (await response.json()) as { data?: { rows: { n: number }[] }; error?: { code: string } };
  return { status: response.status, rows: body.data?.rows, code: body.error?.code };
}

async function createKey(accountKey: string, name: string) {
  const response = await fetch(`${url}/api/users/me/api-keys`, {
    method: 'POST',
    headers: { 'x-api-key': accountKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const body = (await response.json()) as { data?: { key: string }; error?: { code: string } };
  return { status: response.status, key: body.data?.key ?? '', code: body.error?.code };
}

const balance = async (): Promise<string> =>
  (await service.json('account', 'show', '--account', keys.accountId)).balance;

test('install: the packages of production, into an empty folder', async () => {
  const program = fileURLToPath(new URL('../../scripts/assemble-service.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [program, installation], { maxBuffer: 1 << 24 });
  expect(await service.run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('an index, an account and its keys, before the first start', async () => {
  await service.run('index', 'generate', '--rows', '2k');
  const created = await service.json('account', 'create', '--name', 'Ea Lind', '--email', 'ea@example.org');
  keys = { accountId: created.account.id, account: created.account_key, data: created.api_key };
  const { findings } = await service.json('doctor');
  expect(findings.filter(({ state }: { state: string }) => state === 'wrong')).toEqual([]);
});

test('start, under a memory limit', async () => {
  url = await start();
  expect(await ask(keys.data)).toMatchObject({ status: 200, rows: [{ n: expect.any(Number) }] });
  const sorted = await ask(keys.data, 'SELECT v.* FROM videos v, range(20) ORDER BY description LIMIT 3');
  expect(sorted.status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test.skipIf(isMissing('tmpfs'))(
  'a full disk: what needs none goes on, the rest is refused and heals',
  async () => {
    const ballast = join(disk?.path ?? '', 'ballast');
    await writeFile(ballast, Buffer.alloc(diskBytes)).catch(() => {});
    let refused = 0;
    for (let i = 0; i < 90 && refused === 0; i++) {
      const { status, code, key } = await createKey(keys.account, 'x'.repeat(100));
      if (status === 200) spare.push(key);
      else expect(code).toBe('disk_full');
      if (status !== 200) refused = status;
    }
    expect(refused).toBe(507);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const other = join(data, 'other');
    const generated = await service.try('index', 'generate', '--rows', '20k', '--index', other);
    expect(generated).toMatchObject({ code: 1, stderr: expect.stringContaining('disk_full') });
    await rm(other, { recursive: true, force: true });
    await rm(ballast);
    expect(await ask(keys.data)).toMatchObject({ status: 200 });
    expect((await service.json('account', 'verify')).disagreements).toEqual([]);
  },
);

test('back up while it runs, lose everything, restore', async () => {
  const before = await balance();
  await service.json('backup', 'create', backup);
  await service.json('backup', 'verify', backup);
  await service.stop('SIGKILL');
  for (const name of ['home', 'index']) await rm(join(data, name), { recursive: true });
  const restored = await service.json('backup', 'restore', backup);
  expect(restored).toMatchObject({ accounts: 1, elsewhere: [] });
  expect(await balance()).toBe(before);
  url = await start();
  expect(await ask(keys.data)).toMatchObject({ status: 200 });
});

test('rotate all secrets while requests go on, with crashes of the command', async () => {
  let isOver = false;
  const answers = new Map<number, number>();
  const clients = [keys.data, keys.data].map(async (key) => {
    while (!isOver) {
      const { status } = await ask(key).catch(() => ({ status: 0 }));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  const pepper = join(data, 'home', 'accounts', 'pepper');
  for (let crash = 0; crash < 2; crash++) {
    const version = () => `${statSync(pepper).ino} ${statSync(pepper).mtimeMs}`;
    const before = version();
    await service.killWhen(() => version() !== before, 'secret', 'rotate');
  }
  await service.run('secret', 'rotate'); // the same command again
  const { peppers: accepted, data_secret: signing } = await service.json('secret', 'status');
  expect(accepted.at(-1).state).toBe('writing');
  expect(signing.former).toBeGreaterThan(0);
  const made = await createKey(keys.account, 'made after the rotation');
  expect(made.status).toBe(200);
  // a key changes over when it is used
  for (const key of [...spare, made.key]) expect(await ask(key)).toMatchObject({ status: 200 });
  await expect
    .poll(async () => (await service.try('secret', 'retire')).code, { timeout: 120_000, interval: 500 })
    .toBe(0);
  expect((await service.json('secret', 'status')).peppers).toMatchObject([{ state: 'writing' }]);
  await service.run('secret', 'retire', '--revoke'); // former data secrets

  // the keys, one after the other: both work for a while
  const { keys: listed } = await service.json('key', 'list');
  const own = listed.find((key: { name: string }) => key.name === 'default');
  const rotated = await service.json('key', 'rotate', own.key_id, '--overlap', '3600');
  expect(await ask(rotated.key)).toMatchObject({ status: 200 });
  isOver = true;
  await Promise.all(clients);
  expect([...answers.keys()]).toEqual([200]);
  expect(await service.stop('SIGTERM')).toBe(0);
  url = await start();
  for (const key of [keys.data, rotated.key, made.key]) expect(await ask(key)).toMatchObject({ status: 200 });
  expect((await service.json('account', 'verify')).disagreements).toEqual([]);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(memory?.kills() ?? 0).toBe(0);
});

test('upgrade: the data of the first version, nothing is lost', async () => {
  const old = join(root, 'old');
  const before = await writeFirstVersion(join(old, 'home', 'accounts'));
  await mkdir(join(old, 'index'), { recursive: true });
  service = await installedWith(old);
  await service.run('index', 'generate', '--rows', '2k');
  url = await start();
  expect(await ask(before.keys.app)).toMatchObject({ status: 200 });
  expect(await ask(before.keys.revoked)).toMatchObject({ status: 401, code: 'revoked_api_key' });
  const report = await service.json('account', 'verify');
  expect(report).toMatchObject({ accounts: 2, disagreements: [] });
  const [first] = before.accounts;
  const lines = before.rows.usage_ledger?.filter((line) => line.account_id === first?.accountId) ?? [];
  const usage = await fetch(`${url}/api/users/me/usage?limit=100`, {
    headers: { 'x-api-key': first?.accountKey ?? '' },
  });
  const { data: listed } = (await usage.json()) as { data: { records: unknown[] } };
  // the request that was in flight is released beside them
  expect(listed.records.length).toBeGreaterThanOrEqual(lines.length);
  await service.run('secret', 'rotate');
  expect(await ask(before.keys.app)).toMatchObject({ status: 200 });
});
