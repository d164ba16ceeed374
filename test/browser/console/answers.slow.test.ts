import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../support/tools.ts';
import { announcedBy } from './announced-by.ts';
import { answersFile, exampleAnswers } from './example-answers.ts';
import { type OpenConsole, openConsole, runQuery, textOf, writeQuery } from './open-console.ts';

const lacksTools = isMissing('browser') || isMissing('puppeteer');

const rows = `[...document.querySelectorAll('.grid-pane [role=row]:not([hidden]) [role=gridcell]')].map((cell) => cell.textContent)`;

const logLines = `document.querySelectorAll('tr:has(.time)').length`;

const post = (url: string, key: string, body: object) =>
  fetch(`${url}/api/shortvideo/sql`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

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
    expect(await textOf(page, '.equal-sql pre')).toMatch(
      /^SELECT \*\s+FROM comments\s+WHERE video_id = \$id/,
    );
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

  test('parameters are read as the types that the check tells; a column sorts the rows; a row is shown whole', async () => {
    const { page, complaints } = await opened.openSignedIn();
    await writeQuery(
      page,
      'SELECT video_id, play_count, region FROM videos WHERE video_id <> $id AND play_count >= $least AND list_has_any(hashtags, $tags) LIMIT 50',
    );
    const field = (at: number) => `.parameters label:nth-child(${at})`;
    await page.waitForFunction(`document.querySelector('${field(3)} small')?.textContent === 'varchar[]'`);
    expect(await textOf(page, `${field(1)} small`)).toBe('varchar');
    expect(await textOf(page, `${field(2)} small`)).toBe('bigint');
    await page.type(`${field(1)} input`, '7300');
    await page.type(`${field(2)} input`, 'many');
    await page.waitForFunction(`document.querySelector('${field(2)} small').textContent === 'is no bigint'`);
    await page.focus(`${field(2)} input`);
    for (let i = 0; i < 4; i++) await page.keyboard.press('Backspace');
    await page.keyboard.type('10');
    await page.type(`${field(3)} input`, 'fyp, foryou');
    await runQuery(page);
    await page.waitForSelector('.grid-name');
    await page.click('.grid [role=columnheader]:nth-child(3) .grid-name');
    await page.waitForSelector('.filter-offer');
    expect(await textOf(page, '.filter-offer code')).toBe('ORDER BY play_count DESC NULLS LAST');
    await page.click('.filter-offer .primary');
    await runQuery(page);
    const cells = `[...document.querySelectorAll('.grid-pane [role=row]:not([hidden]) [role=gridcell]:nth-child(3)')]`;
    await page.waitForFunction(`${cells}.length > 3`);
    const plays = await page.evaluate<string[]>(`${cells}.map((cell) => cell.textContent)`);
    const numbers = plays.map((text) => Number(text.replaceAll(',', '')));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    await page.click('.grid-pane [role=gridcell]:nth-child(2)');
    await page.waitForSelector('.inspector [aria-pressed]');
    await page.click('.inspector [aria-pressed]');
    await page.waitForSelector('.whole-row');
    expect(await textOf(page, '.whole-row')).toMatch(/video_id\d+play_count[\d,]+region/);
    const written = `document.querySelector('.editor-host').shadowRoot.querySelectorAll('.cm-line').length`;
    await writeQuery(
      page,
      'SELECT region, count(*) AS videos FROM videos WHERE play_count > 10 GROUP BY region',
    );
    await page.click('.previews .chip');
    await page.waitForFunction(`${written} === 4`);
    const tabs = `document.querySelectorAll('.tab-strip li').length`;
    const before = await page.evaluate<number>(tabs);
    await page.click('.tree-table[open] .open-table');
    await page.waitForFunction(`${tabs} === ${before + 1}`);
    await runQuery(page);
    expect(await page.evaluate<string>('location.hash')).toContain('SELECT');
    expect(await textOf(page, '.status')).toContain('100 rows');
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

  test('pictures of the gallery are drawn from the answers of its examples', async () => {
    expect(await exampleAnswers(opened)).toEqual(JSON.parse(await readFile(answersFile, 'utf8')));
    const { page } = await opened.open('/console/examples');
    await page.waitForSelector('.gallery svg');
    const marks = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.gallery svg')].map((picture) => picture.querySelectorAll('.line, .bar, .dot').length)`,
    );
    // a line of months, 12 regions, 7 days of 24 hours, every 8th of 800 points, 30 bins, 20 authors, 5 languages, 6 rows of 4 cells
    expect(marks).toEqual([1, 12, 168, 100, 30, 20, 5, 24]);
    await page.close();
  });

  test('the address of a cover opens in a new tab; the page loads no picture', async () => {
    const { page, complaints } = await opened.openSignedIn();
    await writeQuery(
      page,
      `SELECT 'https://pictures.example/1' AS cover_url, 'https://example.org/2' AS page`,
    );
    await runQuery(page);
    await page.waitForSelector('.grid-pane [role=gridcell]');
    const said: string[] = [];
    for (const column of [1, 2]) {
      await page.click(`.grid-pane [role=gridcell]:nth-child(${column + 1})`);
      await page.waitForFunction(
        `document.querySelector('.inspector a')?.href.endsWith('/${column}') === true`,
      );
      said.push(await textOf(page, '.inspector a'));
    }
    expect(said).toEqual(['Show the picture in a new tab', 'Open the link in a new tab']);
    expect(
      await page.evaluate(
        `(() => { const { target, rel } = document.querySelector('.inspector a'); return target + ' ' + rel; })()`,
      ),
    ).toBe('_blank noreferrer noopener');
    expect(await page.evaluate(`document.querySelectorAll('#app img').length`)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a key with a limit shows what it has cost this month', async () => {
    const { accounts, accountId, url } = opened.service;
    const { key } = await accounts.createKey(accountId, { name: 'limited', spendLimitUnits: 50 });
    const query = (limit: number) =>
      post(url, key, { query: 'SELECT video_id FROM videos ORDER BY 1', limit });
    expect((await query(20)).status).toBe(200);
    // a request that is refused costs nothing
    expect((await query(500)).status).toBe(402);
    const { page } = await opened.openSignedIn('/console/keys');
    await page.waitForSelector('meter');
    expect(
      await page.evaluate(
        `(() => { const { value, max, ariaLabel } = document.querySelector('meter[max="50"]'); return [value, max, ariaLabel]; })()`,
      ),
    ).toEqual([20, 50, '$0.0020 of $0.0050']);
    await page.close();
  });

  test('filters of Usage are in the address, and keep the requests that they name', async () => {
    const { url, key } = opened.service;
    // fails while it runs, after its sum was reserved
    const failing = { query: 'SELECT CAST(author AS INTEGER) AS number FROM videos', limit: 3 };
    expect((await post(url, key, failing)).status).toBeGreaterThanOrEqual(400);
    const { page } = await opened.openSignedIn('/console/usage');
    await page.waitForSelector('.filters');
    await page.waitForSelector('.plain td button');
    const all = await page.evaluate<number>(logLines);
    await page.select('.filters select[name=status]', 'failed');
    await page.click('.filters button[type=submit]');
    await page.waitForFunction(`${logLines} < ${all}`);
    expect(page.url()).toContain('status=failed');
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('tr:has(.time) td:nth-child(4)')].every((cell) => parseInt(cell.textContent, 10) >= 400)`,
      ),
    ).toBe(true);
    expect(await page.evaluate(logLines)).toBeGreaterThan(0);
    await page.type('.filters input[name=min_cost]', '9000');
    await page.click('.filters button[type=submit]');
    await page.waitForFunction(
      `document.body.textContent.includes('No request of the last 30 days has these properties')`,
    );
    await page.goBack();
    await page.waitForFunction(`${logLines} > 0 && !location.hash.includes('min_cost')`);
    await page.close();
  });

  test('with reduced motion nothing moves', async () => {
    const { page } = await opened.openSignedIn();
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    // every style that moves something, on an element of its own, beside those of the page
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('span'), { className: 'spinner' }))`,
    );
    const moving = `[...document.querySelectorAll('*')].filter((element) => {
      const { animationName, transitionDuration } = getComputedStyle(element);
      return animationName !== 'none' || !/^(0s(, )?)+$/.test(transitionDuration);
    }).length`;
    expect(await page.evaluate(moving)).toBe(0);
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
    // the measure sees what moves otherwise
    expect(await page.evaluate(moving)).toBeGreaterThan(0);
    await page.evaluate(`document.querySelector('body > .spinner').remove()`);
    await page.close();
  });

  test('progress, results, prices and errors are announced by live regions', async () => {
    const { page } = await opened.openSignedIn();
    await writeQuery(page, 'SELECT author FROM videos ORDER BY video_id LIMIT 3');
    await runQuery(page);
    expect(await announcedBy(page, 'status')).toMatch(/Done.*3 rows.*paid \$0\.0003/);
    await writeQuery(page, 'SELECT playcount FROM videos');
    await page.waitForSelector('.price .bad');
    expect(await announcedBy(page, 'polite')).toContain('playcount');
    await writeQuery(page, 'SELECT CAST(author AS INTEGER) AS number FROM videos LIMIT 3');
    await page.waitForFunction(`document.querySelector('.price')?.textContent.includes('1 column')`);
    await page.click('.run');
    await page.waitForSelector('.failure');
    expect(await announcedBy(page, 'alert')).toContain('convert');
    await writeQuery(
      page,
      'SELECT count(*) AS n FROM videos a, videos b, range(3000) c WHERE hash(a.video_id, b.video_id, c.range) = 0',
    );
    await page.waitForFunction(`document.querySelector('.price')?.textContent.includes('1 column')`);
    await page.click('.run');
    await page.waitForFunction(`document.querySelector('.status')?.textContent.includes('Running')`);
    expect(await announcedBy(page, 'status')).toContain('Running');
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.querySelector('.status')?.textContent.includes('Cancelled')`);
    expect(await announcedBy(page, 'status')).toContain('Cancelled');
    await page.close();
  });
});
