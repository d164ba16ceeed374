import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interrupt, sdq, startSdq, waitForOutput } from './cli-process.ts';

let folder = '';
let env: Record<string, string> = {};
const curl = /^curl -s .*$/m;
/** To run the query, to check it, and to get a quote. */
const curls = /^(curl -s .*)$[\s\S]*?^(curl -s \S+\/check .*)$[\s\S]*?^(curl -s \S+\/quotes .*)$/m;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-cli-start-'));
  env = { SDQ_HOME: join(folder, 'home'), PORT: '0', SDQ_SAMPLE_ROWS: '1500' };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('start', () => {
  test('a build that was killed is started over; then the printed curl answers rows, and again after a second start', async () => {
    const killed = startSdq(['start'], { env: { ...env, SDQ_SAMPLE_ROWS: '200k' } });
    await waitForFolder(join(folder, 'home', 'index.building', 'data'));
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('exit', resolve));
    await expect(stat(join(folder, 'home', 'index'))).rejects.toThrow('ENOENT');

    const first = startSdq(['start'], { env });
    const [[, address = '', token = ''], [, line = '', check = '', quote = '']] = await Promise.all([
      waitForOutput(first, /^Console {2}(\S+)#token=([\w-]{43})$/m),
      waitForOutput(first, curls),
    ]);
    const signIn = () =>
      fetch(new URL('/api/session', address), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-requested-with': 'test',
        },
        body: JSON.stringify({ token }),
      });
    expect((await signIn()).status).toBe(200);
    expect((await signIn()).status).toBe(401);
    const answer = ask(line);
    expect(answer).toMatchObject({ success: true, data: { row_count: 3 } });
    expect(ask(check)).toMatchObject({ cost: '$0.0000', data: { valid: true, rows_max: 3 } });
    expect(ask(quote)).toMatchObject({ cost: '$0.0000', data: { rows_max: 3 } });
    const keysFile = join(folder, 'home', 'demo-keys.json');
    expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
    const keys = JSON.parse(await readFile(keysFile, 'utf8'));
    expect(keys).toEqual({
      account_key: expect.stringMatching(/^sdq_acct_\w{36}$/),
      api_key: expect.stringMatching(/^sdq_live_\w{36}$/),
    });
    expect(line).toContain(keys.api_key);
    expect(await interrupt(first)).toBe(0);

    const second = startSdq(['start'], { env });
    const [lineAgain] = await waitForOutput(second, curl);
    expect(ask(lineAgain)).toMatchObject({ success: true, data: { snapshot_id: answer.data.snapshot_id } });
    expect(JSON.parse(await readFile(keysFile, 'utf8'))).toEqual(keys);
    expect(await interrupt(second)).toBe(0);
  });

  test('a port in use: one line, exit code 1, and no sample is built for nothing', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const home = join(folder, 'unused');
    const run = await sdq(['start'], { env: { ...env, SDQ_HOME: home, PORT: String(port) } });
    other.close();
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(
      new RegExp(`^sdq: address_unavailable: Port ${port} .* in use\nhint: [^\n]*\n$`),
    );
    await expect(stat(home)).rejects.toThrow('ENOENT');
  });

  test('a port that is none', async () => {
    const run = await sdq(['start'], { env: { ...env, PORT: 'x' } });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^sdq: usage_error: PORT=x/);
  });
});

test('serve needs an index', async () => {
  const run = await sdq(['serve', '--index', join(folder, 'nowhere')], { env });
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^sdq: index_missing: /);
});

test('accounts and keys: made, listed, revoked', async () => {
  const home = join(folder, 'accounts-home');
  const json = async (...words: string[]) => {
    const run = await sdq([...words, '--home', home, '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(run.stdout);
  };
  const { account } = await json('account', 'create', '--name', 'Ada Example', '--email', 'ada@example.com');
  expect(await json('account', 'list')).toMatchObject({ total: 1, accounts: [account] });
  const key = await json('key', 'create', '--name', 'photos', '--platforms', 'photo');
  expect(key).toMatchObject({ permissions: ['photo'], key: expect.stringMatching(/^sdq_live_/) });
  expect(await json('key', 'revoke', key.key_id)).toMatchObject({ status: 'revoked' });
  const { keys } = await json('key', 'list');
  expect(keys.map((each: { status: string }) => each.status)).toEqual(['revoked', 'active', 'active']);
  expect(JSON.stringify(keys)).not.toContain(key.key);
  const limited = await json('key', 'create', '--name', 'job', '--spend-limit', '2.5');
  expect(limited.spend_limit).toBe('$2.5000');
  const rotated = await json('key', 'rotate', limited.key_id, '--overlap', '60');
  expect(rotated).toMatchObject({ name: 'job', spend_limit: '$2.5000' });
  expect(rotated.key).not.toBe(limited.key);
  expect(await json('account', 'credit', '--amount', '20', '--reason', 'invoice')).toMatchObject({
    balance: '$25.0000',
  });
  const updated = await json('account', 'update', '--plan', 'metered', '--spend-limit', '100');
  expect(updated).toMatchObject({ plan: 'metered', spend_limit: '$100.0000', balance: '$25.0000' });
  expect(await json('account', 'show')).toMatchObject({
    account: { balance: '$25.0000' },
    period: { requests: 0, cost: '$0.0000', cost_source: 'ledger' },
  });
  expect(await json('account', 'usage')).toEqual({ records: [], total: 0 });
  const unknown = await sdq(['key', 'revoke', 'key_none', '--home', home]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/^sdq: api_key_not_found: /) });
});

/** Runs the line as a shell would. */
function ask(line: string) {
  return JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }));
}

async function waitForFolder(path: string): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (
      await stat(path).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${path} did not appear`);
}
