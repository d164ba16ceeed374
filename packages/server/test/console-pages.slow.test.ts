import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../../test/support/sample-service.ts';
import { readConsoleFiles } from '../src/console/console-files.ts';

const script = `export const words = ${JSON.stringify('plays '.repeat(1_000))};`;
let directory: string;
let service: SampleService;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sdq-console-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>console</title>');
  await writeFile(join(directory, 'assets/index-1.js'), script);
  await writeFile(join(directory, 'notes.txt'), 'not served');
  service = await startSampleService(() => ({ consoleDirectory: directory }));
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers, redirect: 'manual' });

test('pages of the console are one document, with a policy that allows no markup from text', async () => {
  for (const path of ['/console/', '/console/query', '/console/usage', '/q/share_1']) {
    const response = await get(path);
    expect([path, response.status, await response.text()]).toEqual([
      path,
      200,
      '<!doctype html><title>console</title>',
    ]);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|data:|https?:/);
  }
});

test('the page of a share may be embedded by its hosts alone', async () => {
  const { accounts } = service;
  const [account] = await accounts.listAccounts();
  const { accountId = '' } = account ?? {};
  const terms = {
    title: 'x',
    description: '',
    platform: 'shortvideo',
    text: 'SELECT 1',
    parameters: null,
  } as const;
  const fixed = { queryId: 'qry_x', limit: 1, snapshotId: 's', expiresAt: null };
  const embedHosts = ['https://blog.example.org', 'https://*.example.net:8443'];
  const result = { snapshotId: 's', rowCount: 0, truncated: false, bytes: Buffer.from('x'), forMs: 60_000 };
  const { shareId } = await accounts.createShare(accountId, {
    query: { ...terms, ...fixed, embedHosts },
    result,
  });
  const framed = async () => {
    const { headers } = await get(`/q/${shareId}`);
    const policy = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    return [policy, headers.get('x-frame-options')];
  };
  expect(await framed()).toEqual(["'none'", 'DENY']); // it is not published
  await accounts.publishShare(accountId, shareId);
  expect(await framed()).toEqual(['https://blog.example.org https://*.example.net:8443', null]);
  await accounts.deleteShare(accountId, { shareId });
  expect(await framed()).toEqual(["'none'", 'DENY']);
});

test('built files are compressed once and kept by browsers for good; others are not served', async () => {
  for (const coding of ['br', 'gzip', 'zstd', 'identity']) {
    const response = await get('/console/assets/index-1.js', { 'accept-encoding': coding });
    expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    expect(await response.text()).toBe(script);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const tag = response.headers.get('etag') ?? '';
    expect((await get('/console/assets/index-1.js', { 'if-none-match': tag })).status).toBe(304);
  }
  for (const path of ['/console/assets/none.js', '/console/assets/..%2fnotes.txt', '/console/a/b'])
    expect((await get(path)).status, path).toBe(404);
});

test('a browser is led from / to the console, a program is told that there is nothing', async () => {
  const response = await get('/', { accept: 'text/html,*/*;q=0.8' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/console/']);
  expect((await get('/console')).headers.get('location')).toBe('/console/');
  expect((await get('/')).status).toBe(404);
});

test('a console that is not built is told with the command that builds it', async () => {
  await expect(readConsoleFiles(join(directory, 'none'))).rejects.toThrow('The console is not built');
  await expect(readConsoleFiles(join(directory, 'assets'))).rejects.toThrow('The console is not built');
});
