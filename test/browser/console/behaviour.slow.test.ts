import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../support/tools.ts';
import type { BrowserPage } from './browser-page.ts';
import { type OpenConsole, openConsole, runQuery, signIn, textOf, writeQuery } from './open-console.ts';
import { walk } from './walk.ts';

const lacksTools = isMissing('browser') || isMissing('puppeteer');
const waits = { timeout: 20_000 };

const saysStatus = (page: BrowserPage, text: string) =>
  page.waitForFunction(
    `document.querySelector('.status')?.textContent.includes(${JSON.stringify(text)})`,
    waits,
  );

describe.skipIf(lacksTools)('the console', () => {
  let opened: OpenConsole;

  beforeAll(async () => {
    opened = await openConsole();
  });

  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });

  test('a newcomer sees a chart, a price, rows and a file, and shares an address that needs no session', async () => {
    const [{ page, complaints }, other] = await Promise.all([opened.open(), opened.open()]);
    const { accounts, accountId, url } = opened.service;
    const token = await accounts.createSignInToken(accountId);
    let spent = 0;
    const { address, firstPrice, secondPrice, shared } = await walk(
      { page, reader: other.page },
      { url, token },
      async (step) => {
        if (step === 'shared') spent = await opened.service.chargedUnits();
      },
    );
    expect(firstPrice).toContain('At most $0.0');
    expect(secondPrice).toContain('4 columns');
    expect(await textOf(page, '.banner.good')).toContain('You are signed in as Ruta Sala');
    expect(shared).toMatch(/\/q\/[\w-]{20,}(#chart=|$)/);
    expect(await textOf(other.page, '.shared h1')).not.toBe('');
    expect(await textOf(other.page, '.shared .code-block')).toContain('max(create_time)');
    expect(await textOf(other.page, '.top .account')).toContain('Sign in');
    const csv = await other.page.evaluate<string>(
      `fetch(document.querySelector('.shared a[download$=csv]').href).then((answer) => answer.text())`,
    );
    expect(csv.trim().split('\n')).toHaveLength(21);
    // reading it is free
    expect(await opened.service.chargedUnits()).toBe(spent);
    expect(await page.evaluate(`JSON.stringify(localStorage)`)).not.toContain('sdq_');
    expect(complaints).toEqual([]);
    expect(other.complaints).toEqual([]);
    // an address runs nothing, and asks a visitor for a key
    await other.page.goto(address);
    await other.page.waitForSelector('.sign-in');
    await other.page.waitForFunction(
      `document.querySelector('.editor-host')?.shadowRoot?.textContent.includes('max(create_time)')`,
    );
    expect(await textOf(other.page, '.status')).toBe('');
    await other.page.goto(`${url}/console/#token=${token}`);
    await other.page.waitForSelector('.banner[role=alert], .banner:not(.good)');
    expect(await textOf(other.page, '.banner')).toContain('unknown, expired or used already');
    await page.goto(`${url}/console/saved`);
    await page.waitForSelector('.lines details summary');
    await page.click('.lines details summary');
    await page.waitForSelector('.lines details button');
    await page.click('.lines details button');
    await page.waitForFunction(
      `document.querySelector('.lines details')?.textContent.includes('No address yet')`,
    );
    await other.page.goto(shared);
    await other.page.waitForFunction(`document.body.textContent.includes('This address leads to nothing')`);
    await Promise.all([page.close(), other.page.close()]);
  }, 90_000);

  test('each example runs with one click, for at most the price on its card', async () => {
    const { page, complaints } = await opened.openSignedIn();
    await page.waitForSelector('.price b');
    await page.click('.top nav a[href="/console/examples"]');
    await page.waitForSelector('.gallery small');
    const cards = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.gallery small')].map((price) => price.textContent)`,
    );
    expect(cards.length).toBeGreaterThanOrEqual(8);
    for (const [i, card] of cards.entries()) {
      const before = await opened.service.chargedUnits();
      await page.click(`.gallery li:nth-child(${i + 1}) a`);
      await saysStatus(page, 'Done');
      await page.waitForSelector('.status b', waits);
      await page.waitForSelector('.chart svg, .grid-name');
      const units = (await opened.service.chargedUnits()) - before;
      expect(units, card).toBeLessThanOrEqual(Math.round(Number(card.replace(/[^0-9.]/g, '')) * 10_000));
      await page.click('.top nav a[href="/console/examples"]');
      await page.waitForSelector('.gallery small');
    }
    expect(complaints).toEqual([]);
    await page.close();
  }, 120_000);

  test('a fault is shown at its place, and its correction mends it', async () => {
    const { page } = await opened.openSignedIn();
    await writeQuery(page, 'SELECT playcount FROM videos LIMIT 3');
    await page.waitForSelector('.price .bad');
    const root = `document.querySelector('.editor-host').shadowRoot`;
    await page.waitForFunction(`${root}.querySelector('.cm-lintRange-error')?.textContent === 'playcount'`);
    await page.keyboard.press('F8');
    await page.waitForFunction(`${root}.querySelector('.cm-diagnosticAction')`);
    expect(await page.evaluate(`${root}.querySelector('.cm-diagnosticAction').textContent`)).toContain(
      'play_count',
    );
    await page.evaluate(
      `${root}.querySelector('.cm-diagnosticAction').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))`,
    );
    await page.waitForFunction(
      `${root}.querySelector('.cm-content').textContent.includes('SELECT play_count FROM')`,
    );
    await page.waitForSelector('.price b');
    // the same beside the price, for who does not look for it in the text
    await writeQuery(page, 'SELECT likecount FROM videos LIMIT 3');
    await page.waitForSelector('.price .bad button');
    await page.click('.price .bad button');
    await page.waitForFunction(
      `${root}.querySelector('.cm-content').textContent.includes('SELECT like_count FROM')`,
    );
    await page.waitForSelector('.price b');
    await page.close();
  });

  test('a reload, Back and Forward lose nothing of a query and its view', async () => {
    const { page } = await opened.openSignedIn();
    await writeQuery(page, 'SELECT region, count(*) AS n FROM videos GROUP BY 1 ORDER BY 2 DESC LIMIT 5');
    await runQuery(page);
    await page.click('#view-chart');
    await page.waitForSelector('.chart svg .bar');
    expect(page.url()).toContain('view=chart');
    await page.goBack();
    await page.waitForSelector('#view-rows[aria-selected=true]');
    const address = page.url();
    // the session is that of a cookie
    await page.reload();
    await page.waitForFunction(
      `document.querySelector('.editor-host')?.shadowRoot?.textContent.includes('GROUP BY 1 ORDER BY 2')`,
    );
    expect(page.url()).toBe(address);
    await page.close();
  });

  test('strings that are markup, turn text or are very long are text, and the layout holds', async () => {
    const { page, complaints } = await opened.openSignedIn();
    await writeQuery(
      page,
      `SELECT '<img src=x onerror=document.title=1>' AS "<script>document.title=2</script>",
        'a' || chr(8238) || 'gnp.exe' AS turned, repeat('x', 10000) AS long, '=1+1' AS formula,
        ['<b>', 'b'] AS list, 'javascript:document.title=3' AS link, 9223372036854775807 AS big`,
    );
    await runQuery(page);
    await page.waitForSelector('.grid-pane [role=gridcell]');
    const cells = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.grid-pane [role=row]:not([hidden]) [role=gridcell]')].map((cell) => cell.textContent)`,
    );
    expect(cells[0]).toBe('<img src=x onerror=document.title=1>');
    expect(cells[1]).toBe('a⟨202E⟩gnp.exe');
    expect(cells[2]).toHaveLength(301);
    expect(cells[6]).toBe('9,223,372,036,854,775,807');
    for (const column of [1, 3, 6]) {
      await page.click(`.grid-pane [role=gridcell]:nth-child(${column + 1})`);
      await page.waitForSelector('.inspector');
    }
    expect(await page.evaluate(`document.querySelectorAll('.inspector a').length`)).toBe(0);
    expect(await page.evaluate('document.title')).toBe('Query · Social Data Query');
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true);
    expect(await page.evaluate(`document.querySelectorAll('#app script, #app img').length`)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('Escape cancels a run, which says what arrived and what was paid', async () => {
    const { page } = await opened.openSignedIn();
    await page.evaluate(
      `(() => { const input = document.querySelector('.limit input'); input.value = '50000'; input.dispatchEvent(new InputEvent('input', { bubbles: true })); })()`,
    );
    // rows come slowly: the query does not end by itself before it is cancelled; a session spends $10.00 at most
    await writeQuery(
      page,
      `SELECT a.video_id, b.description FROM videos a, videos b, range(100000) c
        WHERE hash(a.video_id, b.video_id, c.range) % 1000000 = 0`,
    );
    await page.waitForFunction(`document.querySelector('.price')?.textContent.includes('2 columns')`, waits);
    const before = await opened.service.chargedUnits();
    await page.click('.run');
    await page.waitForSelector('.run.warn');
    expect(await textOf(page, '.run')).toContain('Pay up to $5.00');
    await page.click('.run');
    await page.waitForFunction(`document.querySelector('.run')?.textContent.includes('Cancel')`);
    await page.keyboard.press('Escape');
    await saysStatus(page, 'Cancelled');
    await page.waitForFunction(
      `/paid|nothing was charged/.test(document.querySelector('.status')?.textContent ?? '')`,
      waits,
    );
    expect((await opened.service.chargedUnits()) - before).toBeLessThan(50_000);
    await page.close();
  });

  test('a key that was revoked ends the session, which says so and keeps what was written', async () => {
    const { page } = await opened.openSignedIn();
    await writeQuery(page, 'SELECT 40 + 2 AS answer');
    await page.waitForFunction(`document.querySelector('.price')?.textContent.includes('1 column')`, waits);
    const { accounts, accountId, accountKey } = opened.service;
    for (const { keyId, name } of await accounts.listKeys(accountId))
      if (name === 'console') await accounts.revokeKey(accountId, keyId);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // a check of the text that was still under way ends the session as well: then there is nothing to press
    await page.evaluate(`document.querySelector('.run')?.click()`);
    await page.waitForSelector('.banner');
    expect(await textOf(page, '.banner')).toContain('Your session has ended');
    await signIn(page, accountKey);
    await page.waitForFunction(`document.querySelector('.price')?.textContent.includes('1 column')`, waits);
    expect(
      await page.evaluate(`document.querySelector('.editor-host').shadowRoot.textContent.includes('40 + 2')`),
    ).toBe(true);
    await page.close();
  });

  test('everything of a first query can be done with the keyboard', async () => {
    const { page } = await opened.openSignedIn();
    await page.waitForSelector('.price b');
    await page.waitForFunction(
      `document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-content')`,
    );
    const reach = async (selector: string) => {
      for (let i = 0; i < 80; i++) {
        if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${selector}`);
    };
    await page.evaluate(`document.querySelector('.top .brand').focus()`);
    await page.evaluate(`document.querySelector('.tree-table').removeAttribute('open')`);
    await reach('.editor-host');
    await reach('.run');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.grid-bars');
    await reach('[role=gridcell]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.inspector');
    expect(await textOf(page, '.inspector small')).toContain('row 2');
    await page.evaluate(`document.querySelector('#view-rows').focus()`);
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.chart svg');
    expect(await page.evaluate('document.activeElement.id')).toBe('view-chart');
    await page.close();
  });

  test('the first load is at most 40 kB, compressed, without the editor', async () => {
    const { page } = await opened.open('/console/query');
    await page.waitForSelector('.sign-in');
    await page.waitForFunction(
      `document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-content')`,
    );
    const bytes = await page.evaluate<number>(
      `performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter(({ name }) => name.includes('/console') && !/editor/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(40_000);
    await page.close();
  });

  test('a service that is away is told, with a way to go on, and nothing that was written is lost', async () => {
    await using away = await openConsole();
    const { page } = await away.openSignedIn();
    await page.waitForSelector('.price b');
    await writeQuery(page, 'SELECT 41 + 1 AS answer');
    await page.waitForFunction(`document.querySelector('.price')?.textContent.includes('1 column')`, waits);
    await away.service.stop();
    await page.click('.run');
    await page.waitForSelector('.failure', waits);
    expect(await textOf(page, '.failure')).toContain('The service did not answer');
    expect(
      await page.evaluate(`document.querySelector('.editor-host').shadowRoot.textContent.includes('41 + 1')`),
    ).toBe(true);
  });
});

test.skipIf(lacksTools || isMissing('firefox'))(
  'Firefox shows rows and a chart, and breaks no policy',
  async () => {
    await using opened = await openConsole('firefox');
    const { page, complaints } = await opened.openSignedIn();
    await runQuery(page);
    await page.waitForSelector('.grid-pane [role=gridcell]');
    await page.click('#view-chart');
    await page.waitForSelector('.chart svg .line');
    expect(complaints).toEqual([]);
  },
  120_000,
);
