import type { BrowserPage } from './browser-page.ts';
import { textOf, writeQuery } from './open-console.ts';

/**
 * A newcomer's way through the console, from the address that `npm start` prints: each step, once what it shows is there.
 * The last one is the shared address, in `reader`, which has no session.
 */
export async function walk(
  { page, reader }: { page: BrowserPage; reader: BrowserPage },
  { url, token }: { url: string; token: string },
  onStep: (name: string, shown: BrowserPage) => Promise<void>,
): Promise<{ address: string; firstPrice: string; secondPrice: string; shared: string }> {
  await page.goto(`${url}/console/#token=${token}`);
  await page.waitForSelector('.banner.good');
  await page.waitForSelector('.columns');
  await onStep('start', page);
  await page.click('.top nav a[href="/console/examples"]');
  await page.waitForSelector('.gallery small');
  await onStep('examples', page);
  await page.click('.gallery li:nth-child(1) a');
  await page.waitForSelector('.chart svg .line');
  await page.waitForSelector('.status b');
  await onStep('chart', page);
  const firstPrice = await textOf(page, '.price');
  await writeQuery(page, sql);
  await page.waitForFunction(`document.querySelector('.price')?.textContent.includes('4 columns')`);
  await onStep('price', page);
  const secondPrice = await textOf(page, '.price');
  await page.click('#view-rows');
  await page.click('.run');
  await page.waitForFunction(`document.querySelector('.status')?.textContent.startsWith('Done20 rows')`);
  await page.waitForSelector('.status b');
  await page.waitForSelector('.grid-bars');
  await onStep('rows', page);
  await page.click('.actions .menu:last-child summary');
  await onStep('download', page);
  await page.click('.menu[open] .menu-body button');
  await page.click('.share summary');
  await page.waitForFunction(
    `document.querySelector('.share')?.textContent.includes('Making it is free of charge')`,
  );
  await onStep('share', page);
  await page.click('.share button[type=submit]');
  await page.waitForSelector('.share-url, .share [role=alert]');
  const problem = await textOf(page, '.share [role=alert]');
  if (problem !== '') throw new Error(`The address was not made: ${problem}`);
  const shared = await page.evaluate<string>(`document.querySelector('.share-url').value`);
  await reader.goto(shared);
  await reader.waitForSelector('.shared .grid-pane [role=gridcell]');
  await reader.waitForSelector('.shared .chart svg');
  await onStep('shared', reader);
  return { address: page.url(), firstPrice, secondPrice, shared };
}

const sql = `SELECT author, count(*) AS videos, sum(play_count) AS plays, max(create_time) AS newest
FROM videos
GROUP BY author
ORDER BY plays DESC
LIMIT 20`;
