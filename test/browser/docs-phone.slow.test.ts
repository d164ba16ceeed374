import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { isMissing } from '../support/tools.ts';
import type { Browser } from './console/browser-page.ts';
import { findViolations, overflowOf } from './console/find-violations.ts';
import { launch } from './console/open-console.ts';

describe.skipIf(isMissing('browser') || isMissing('puppeteer'))('11: the documentation on a phone', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    browser = await launch('chromium');
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const openPage = async (path: string, scheme: string) => {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setBypassCSP(true);
    await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(service.service.url + path);
    return page;
  };

  test.each(['light', 'dark'])(
    '/docs/errors is no wider than the screen and readable, %s',
    async (scheme) => {
      const page = await openPage('/docs/errors#rate_limited', scheme);
      expect(await overflowOf(page)).toBe(0);
      expect(await findViolations(page)).toEqual([]);
      await page.close();
    },
  );

  test.each(['light', 'dark'])('/docs is no wider than the screen and readable, %s', async (scheme) => {
    const page = await openPage('/docs', scheme);
    await page.waitForFunction("document.body.innerText.includes('/api/shortvideo/sql')", {
      timeout: 50_000,
    });
    expect(await overflowOf(page)).toBe(0);
    expect((await findViolations(page)).filter((each) => each.startsWith('color-contrast'))).toEqual([]);
    await page.close();
  });
});
