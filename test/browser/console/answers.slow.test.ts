import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../support/tools.ts';
import { type OpenConsole, openConsole, runQuery, textOf, writeQuery } from './open-console.ts';

const lacksTools = isMissing('browser') || isMissing('puppeteer');

const rows = `[...document.querySelectorAll('.grid-pane [role=row]:not([hidden]) [role=gridcell]')].map((cell) => cell.textContent)`;

describe.skipIf(lacksTools)('what the console keeps and opens', () => {
  let opened: OpenConsole;

  beforeAll(async () => {
    opened = await openConsole();
  });

  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });

  test('an endpoint shows the SQL that it equals, which opens in the editor with its parameters and gives its records', async () => {
    const { page, complaints } = await opened.openSignedIn('/console/explore');
    await page.evaluate(
      `[...document.querySelectorAll('.endpoints button')].find((button) => button.textContent === 'comments').click()`,
    );
    await page.waitForFunction(
      `document.querySelector('.endpoint code')?.textContent.endsWith('/shortvideo/comments')`,
    );
    await page.click('.endpoint .primary');
    await page.waitForSelector('.equal-sql pre');
    expect(await textOf(page, '.equal-sql pre')).toMatch(/^SELECT \*\nFROM \(.*WHERE video_id = \$id/);
    const { data } = JSON.parse(
      await page.evaluate<string>(
        `document.querySelector('.endpoint > section > .code-block code').textContent`,
      ),
    ) as { data: { comments: { cid?: string; comment_id?: string; id?: string }[] } };
    await page.click('.equal-sql a');
    await page.waitForFunction(
      `document.querySelector('.parameters input')?.value.startsWith("'") && document.querySelector('.pinned')`,
    );
    await runQuery(page);
    await page.waitForSelector('.grid-pane [role=gridcell]');
    const shown = await page.evaluate<string[]>(rows);
    const [first] = data.comments;
    expect(shown).toContain(first?.cid ?? first?.comment_id ?? first?.id);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('keys that come faster than the page is drawn are all kept, and nothing is written back', async () => {
    const { page } = await opened.openSignedIn();
    await writeQuery(page, 'SELECT ');
    const content = `document.querySelector('.editor-host').shadowRoot.querySelector('.cm-content')`;
    await page.evaluate(`new Promise((resolve) => {
      const content = ${content};
      let typed = 0;
      const type = () => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', String(typed % 10));
        content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        if (++typed === 300) resolve();
        else setTimeout(type, typed % 7);
      };
      type();
    })`);
    const expected = `SELECT ${'0123456789'.repeat(30)}`;
    for (let i = 0; i < 5; i++) {
      expect(await page.evaluate(`${content}.textContent`)).toBe(expected);
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    }
    await page.close();
  });

  test('an address of rows that are paid is free, of others costs what the service says', async () => {
    const { page } = await opened.openSignedIn();
    await writeQuery(
      page,
      'SELECT author, count(*) AS videos FROM videos GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 7',
    );
    await runQuery(page);
    const before = await opened.service.chargedUnits();
    await page.click('.share summary');
    await page.waitForSelector('.share button[type=submit]:not([disabled])');
    expect(await textOf(page, '.share .note')).toContain('free of charge: these rows are paid');
    await page.click('.share button[type=submit]');
    await page.waitForSelector('.share-url, .share [role=alert]');
    expect(await textOf(page, '.share [role=alert]')).toBe('');
    expect(await opened.service.chargedUnits()).toBe(before);
    await page.click('.share summary');
    await writeQuery(
      page,
      'SELECT author, count(*) AS videos FROM videos GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 9',
    );
    await page.click('.share summary');
    await page.waitForSelector('.share button[type=submit]:not([disabled])');
    expect(await textOf(page, '.share .note')).toContain('Making it costs $0.0009 at most');
    await page.close();
  });

  test('a saved query keeps its chart in the account, and the history opens a query as it was then', async () => {
    const { page } = await opened.openSignedIn();
    await writeQuery(
      page,
      'SELECT region, count(*) AS videos, sum(play_count) AS plays FROM videos GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5',
    );
    await runQuery(page);
    await page.click('#view-chart');
    await page.waitForSelector('.chart svg');
    await page.select('.chart-form .field:nth-child(3) select', 'plays');
    await page.waitForFunction(`location.hash.includes('plays')`);
    await page.click('.actions .menu:nth-of-type(2) summary');
    await page.evaluate(`document.querySelector('.menu[open] input[name=name]').value = 'Plays by region'`);
    await page.click('.menu[open] button[type=submit]');
    await page.waitForFunction(`document.querySelector('.menu[open]') === null`);
    // another browser of the account
    const { page: other } = await opened.openSignedIn('/console/keys');
    await other.click('.top nav a[href="/console/saved"]');
    await other.waitForSelector('.lines a[aria-label="Open Plays by region"]');
    await other.click('.lines a[aria-label="Open Plays by region"]');
    await other.waitForSelector('#view-chart[aria-selected=true]');
    expect(decodeURIComponent(other.url())).toMatch(/view=chart&chart=\w+~region~plays/);
    await page.click('.top nav a[href="/console/saved"]');
    await page.waitForSelector('.lines a[aria-label^="Open as it was then"]');
    await page.click('.lines a[aria-label^="Open as it was then"]');
    await page.waitForSelector('.pinned');
    expect(page.url()).toContain('snapshot=');
    await page.waitForFunction(`document.querySelector('.price')?.textContent.includes('Free: you paid')`);
    await page.click('.pinned button');
    await page.waitForFunction(
      `document.querySelector('.pinned') === null && !location.hash.includes('snapshot')`,
    );
    await Promise.all([page.close(), other.close()]);
  });
});
