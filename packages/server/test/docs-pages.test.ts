import { errorCodes } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { errorTable } from '../src/response/error-table.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.service.url + path, { headers });

describe('/docs', () => {
  test('the page loads from here only, and says so to browsers', async () => {
    const answer = await get('/docs');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = await answer.text();
    expect(page).toContain('data-url="/openapi.json"');
    expect(page.match(/\b(?:src|href)="[^"]*"/g)?.every((link) => /="\/[^/]/.test(link))).toBe(true);
    expect(page).not.toMatch(/https?:\/\//);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  });

  test('its script comes compressed to who takes that, and not again to who has it', async () => {
    const script = await get('/docs/reference.js');
    expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(await script.text()).toContain('createApiReference');
    const plain = await get('/docs/reference.js', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect((await plain.text()).length).toBeGreaterThan(1_000_000);
    const again = await get('/docs/reference.js', { 'if-none-match': script.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

test('11: pages have an icon; /docs/ leads to /docs, and / leads browsers there', async () => {
  for (const path of ['/favicon.ico', '/favicon.svg']) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    expect(await answer.text()).toMatch(/^<svg /);
  }
  for (const path of ['/docs', '/docs/errors'])
    expect(await (await get(path, { accept: 'text/html' })).text()).toContain('href="/favicon.svg"');
  const slash = await fetch(`${service.service.url}/docs/`, { redirect: 'manual' });
  expect([slash.status, slash.headers.get('location')]).toEqual([308, '/docs']);
  const home = await get('/', { accept: 'text/html,*/*;q=0.8' });
  expect([home.status, new URL(home.url).pathname]).toEqual([200, '/docs']);
  expect((await get('/')).status).toBe(404);
});

test('11: the reference begins each platform with its query, as the document does', async () => {
  const { paths } = (await (await get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { tags: string[] }>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ tags }) => ({ path, tag: tags[0] })),
  );
  for (const tag of ['shortvideo', 'network', 'photo', 'micro'])
    expect(operations.find((each) => each.tag === tag)?.path).toBe(`/api/${tag}/sql`);
});

describe('/docs/errors', () => {
  test('explains every code, with the status it is answered with', async () => {
    const answer = await get('/docs/errors', { accept: 'text/html' });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await answer.text();
    for (const code of Object.keys(errorCodes)) expect(page).toContain(`<tr id="${code}">`);
    expect(page).toMatch(/<tr id="insufficient_balance">.*<td>402<td>/);
    expect(page).not.toContain('`');
  });

  test('is Markdown to who asks for that', async () => {
    const answer = await get('/docs/errors', { accept: 'text/markdown' });
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('vary')).toContain('Accept');
    const text = await answer.text();
    expect(text).toMatch(/^# Errors\n/);
    expect(text.match(/<a id="/g)?.length).toBe(errorTable().length);
  });
});

test('/llms.txt names every operation and its inputs', async () => {
  const answer = await get('/llms.txt');
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  const text = await answer.text();
  const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, object> };
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) expect(text).toContain(`\`${method.toUpperCase()} ${path}\``);
  }
  expect(text).toContain('video_id (required)');
  expect(text).toContain(`${service.service.url}/openapi.json`);
});
