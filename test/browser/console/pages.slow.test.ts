import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../support/tools.ts';
import { findViolations, overflowOf } from './find-violations.ts';
import { type OpenConsole, openConsole, runQuery, signIn, textOf } from './open-console.ts';
import { pageStates } from './page-states.ts';

const lacksTools = isMissing('browser') || isMissing('puppeteer');

describe.skipIf(lacksTools)('every page', () => {
  let opened: OpenConsole;

  beforeAll(async () => {
    opened = await openConsole();
  });

  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });

  for (const [scheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const)
    test(`meets WCAG 2.2 AA and fits, ${scheme}, ${width} px wide`, async () => {
      const page = await opened.newPage();
      await page.setBypassCSP(true);
      await page.setViewport({ width, height: width < 500 ? 780 : 900 });
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      await page.goto(`${opened.service.url}/console/keys`);
      await page.waitForSelector('.sign-in');
      const found = await findViolations(page);
      await signIn(page, opened.service.accountKey);
      for (const [name, reach] of Object.entries(pageStates)) {
        await reach(page).catch((cause: unknown) => {
          throw new Error(`cannot reach ${name}`, { cause });
        });
        found.push(...(await findViolations(page)).map((each) => `${name}: ${each}`));
        const overflow = await overflowOf(page);
        if (overflow > 0) found.push(`${name}: ${overflow} px beyond the window`);
      }
      expect(found).toEqual([]);
      await page.close();
    }, 240_000);

  test('a page of another site that is allowed to shows a shared address in a frame, others do not', async () => {
    const { accountKey, url } = opened.service;
    const headers = { 'x-api-key': accountKey, 'content-type': 'application/json' };
    const post = async (path: string, body: object) =>
      (
        (await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
          data: Record<string, string>;
        }
      ).data;
    const { query_id } = await post('/api/users/me/queries', {
      name: 'Framed',
      platform: 'shortvideo',
      query: 'SELECT author, play_count FROM videos ORDER BY play_count DESC, video_id LIMIT 3',
    });
    const shares = `/api/users/me/queries/${query_id}/shares`;
    const policyOf = async (share: Record<string, string>) =>
      (await fetch(share.page_url as string)).headers.get('content-security-policy');
    expect(await policyOf(await post(shares, {}))).toContain("frame-ancestors 'none'");
    const embedded = await post(shares, { embed_hosts: ['https://example.org'] });
    expect(await policyOf(embedded)).toContain('frame-ancestors https://example.org');
  });

  test('the Service page shows what runs, and cancels it', async () => {
    const { accounts, key, url } = opened.service;
    const { key: adminKey } = await accounts.createAdminKey({ name: 'operator' });
    const body = JSON.stringify({
      query: 'SELECT count(*) FROM range(10000000) a, range(100000) b',
      timeout_ms: 30_000,
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const running = fetch(`${url}/api/shortvideo/sql`, { method: 'POST', headers, body });
    const { page, complaints } = await opened.open('/console/service');
    await signIn(page, adminKey);
    await page.waitForFunction(`document.querySelector('.facts')?.textContent.includes('ready')`, {
      timeout: 20_000,
    });
    await page.waitForFunction(`document.querySelector('.page table button') !== null`, { timeout: 20_000 });
    // texts are kept only where the account allows it
    expect(await textOf(page, '.page table')).toContain(opened.service.accountId);
    expect(await findViolations(page)).toEqual([]);
    await page.click('.page table button');
    expect((await running).status).toBeGreaterThanOrEqual(400);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('on paper there is the query and its chart, and nothing to click', async () => {
    const { page } = await opened.openSignedIn();
    await runQuery(page);
    await page.click('#view-chart');
    await page.waitForSelector('.chart svg .line');
    await page.emulateMediaType('print');
    const isShown = (selector: string) =>
      page.evaluate<boolean>(
        `(() => { const found = document.querySelector(${JSON.stringify(selector)}); return found !== null && found.getClientRects().length > 0; })()`,
      );
    expect(await isShown('.chart svg')).toBe(true);
    expect(await isShown('.editor-host')).toBe(true);
    for (const selector of ['.top nav', '.run', '.actions', '.tree']) {
      expect([selector, await isShown(selector)]).toEqual([selector, false]);
    }
    await page.close();
  });
});
