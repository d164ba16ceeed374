import type { BrowserPage } from './browser-page.ts';
import { runQuery, writeQuery } from './open-console.ts';

/** Each page in the state that has most on it. */
export const pageStates: Readonly<Record<string, (page: BrowserPage) => Promise<unknown>>> = {
  start: (page) => visit(page, '/console/', '.columns'),
  rows: async (page) => {
    await visit(page, '/console/query', '.editor');
    await writeQuery(page, 'SELECT region, description, play_count, hashtags, create_time FROM videos');
    await runQuery(page);
    await page.waitForSelector('.grid-bars');
    await page.click('.grid-pane [role=gridcell]');
    await page.waitForSelector('.inspector');
  },
  row: async (page) => {
    await page.click('.inspector [aria-pressed]');
    await page.waitForSelector('.whole-row');
  },
  chart: async (page) => {
    await page.click('#view-chart');
    await page.waitForSelector('.chart svg');
  },
  plan: async (page) => {
    await page.click('#view-plan');
    await page.waitForSelector('.rules li');
  },
  parameters: async (page) => {
    await writeQuery(
      page,
      'WITH best AS (SELECT * FROM videos WHERE play_count > $least) SELECT author, count(*) AS videos FROM best GROUP BY ALL ORDER BY 2 DESC LIMIT 20',
    );
    await page.waitForSelector('.parameters input');
    await page.type('.parameters input', '1000');
    await page.waitForSelector('.previews .chip');
    await runQuery(page);
    await page.click('#view-chart');
    await page.waitForSelector('.chart svg');
  },
  code: async (page) => {
    await page.click('#view-code');
    await page.waitForSelector('.code-pane pre');
  },
  fault: async (page) => {
    await writeQuery(page, 'SELECT playcount FROM videos');
    await page.waitForSelector('.price .bad');
  },
  examples: (page) => visit(page, '/console/examples', '.gallery small'),
  explore: async (page) => {
    await visit(page, '/console/explore', '.endpoint .primary');
    await page.click('.endpoint .primary');
    await page.waitForSelector('.endpoint .code-block');
  },
  index: async (page) => {
    await visit(page, '/console/index', '.table-facts');
    await page.click('.table-facts summary');
  },
  saved: (page) => visit(page, '/console/saved', '.lines li'),
  keys: async (page) => {
    await visit(page, '/console/keys', 'details.card');
    await page.click('details.card summary');
    await page.waitForSelector('.plain tbody tr');
  },
  usage: async (page) => {
    await visit(page, '/console/usage', '.filters');
    await page.waitForSelector('.plain td button');
    await page.click('.plain td button');
    await page.waitForSelector('.receipt');
  },
  shared: async (page) => {
    await visit(page, '/console/query', '.editor');
    await writeQuery(page, 'SELECT region, count(*) AS videos FROM videos GROUP BY 1 ORDER BY 2 DESC, 1');
    await runQuery(page);
    await page.click('.share summary');
    await page.waitForSelector('.share button[type=submit]:not([disabled])');
    await page.click('.share button[type=submit]');
    await page.waitForSelector('.share-url');
    await page.goto(await page.evaluate<string>(`document.querySelector('.share-url').value`));
    await page.waitForSelector('.shared .grid-pane [role=gridcell]');
    await page.waitForSelector('.shared .chart svg');
  },
};

/** Goes to a page within the console, which keeps the sign-in. */
async function visit(page: BrowserPage, path: string, ready: string): Promise<void> {
  await page.evaluate(
    `(() => { const link = document.createElement('a'); link.href = ${JSON.stringify(path)}; document.body.append(link); link.click(); link.remove(); })()`,
  );
  await page.waitForSelector(ready);
}
