import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { BrowserPage } from '../../../test/browser/console/browser-page.ts';
import { openConsole, signIn, writeQuery } from '../../../test/browser/console/open-console.ts';
import { median } from '../measure/statistics.ts';
import { describeEnvironment } from '../report/machine.ts';
import { type ConsoleReport, consoleMarkdown } from './console-report.ts';
import {
  firstPaintMs,
  measureScrolling,
  measureTyping,
  memoryOf,
  type PageMemory,
  pause,
  watchFirstRows,
} from './measure-page.ts';

export interface ConsoleOptions {
  /** Rows of the large result: 1,000,000 at most. */
  readonly rows: number;
  /** Queries after which the memory must be what it was. */
  readonly queries: number;
  /** How often the large result is asked for. */
  readonly rounds: number;
  /** The directory for results. */
  readonly results: string;
}

const editorLines = 40;
const scrollFrames = 600;
const rowsOfEach = 5_000;
const waits = { timeout: 180_000 };

/** Eight columns as questions about videos have them: ids, texts, counts, a time, a list. */
const rowsSql = (
  count: number,
) => `SELECT i AS id, '70000000' || i AS video_id, 'author_' || i % 5000 AS author,
  'A video about dance and music, number ' || i AS description, i * 7919 % 1000003 AS play_count,
  (i * 104729 % 100003) / 7 AS score, to_timestamp(1600000000 + i * 60) AS create_time, i % 3 = 0 AS is_ad
FROM range(${count}) AS t(i)`;

/** Measures the console in Chromium, and writes `console.json` and `console.md`. Returns the Markdown. */
export async function runConsole(
  { rows, queries, rounds, results }: ConsoleOptions,
  command: string,
  onProgress: (text: string) => void,
): Promise<string> {
  const [before = 0] = loadavg();
  await using opened = await openConsole('chromium');
  const page = await opened.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  await page.evaluateOnNewDocument(watchFirstRows);
  await page.goto(`${opened.service.url}/console/query`);
  // a data key has no monthly limit of its own, as the session of an account has
  await signIn(page, opened.service.key);
  onProgress('typing');
  const typing = await measureTyping(page, editorLines);
  const paints: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    onProgress(`${rows} rows, round ${round} of ${rounds}`);
    await ask(page, rowsSql(rows), rows);
    await untilDone(page, rows);
    paints.push(await firstPaintMs(page));
  }
  const large = await memoryOf(page);
  onProgress('scrolling');
  const frames = await measureScrolling(page, scrollFrames);
  const memory: { after: number; memory: PageMemory }[] = [];
  const marks = [0.2, 0.4, 0.6, 0.8, 1].map((share) => Math.round(share * queries));
  for (let i = 1; i <= queries; i++) {
    const limit = rowsOfEach + i;
    await ask(page, rowsSql(limit), limit);
    await untilDone(page, limit);
    if (!marks.includes(i)) continue;
    onProgress(`${i} of ${queries} queries`);
    memory.push({ after: i, memory: await memoryOf(page) });
  }
  const report: ConsoleReport = {
    command,
    environment: describeEnvironment(),
    load: [before, loadavg()[0] ?? 0],
    browser: await opened.browser.version(),
    ...{ rows, rowsOfEach, editorLines, typing, frames, large, memory },
    firstPaintMs: { median: median(paints), highest: Math.max(...paints), count: paints.length },
  };
  const markdown = consoleMarkdown(report);
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'console.json'), `${JSON.stringify(report, null, 1)}\n`);
  await writeFile(join(results, 'console.md'), markdown);
  return markdown;
}

/** Writes a query, waits for its price, and runs it; a price above a dollar is agreed to by a second click. */
async function ask(page: BrowserPage, sql: string, limit: number): Promise<void> {
  await page.evaluate(
    `(() => { const input = document.querySelector('.limit input'); input.value = '${limit}'; input.dispatchEvent(new InputEvent('input', { bubbles: true })); })()`,
  );
  await writeQuery(page, sql);
  await pause(page, 500);
  await page.waitForFunction(
    `document.querySelector('.price')?.textContent.includes('8 columns') && document.querySelector('.price .fading') === null`,
    waits,
  );
  await page.click('.run');
  await pause(page, 50);
  if (await page.evaluate(`document.querySelector('.run.warn') !== null`)) await page.click('.run');
}

async function untilDone(page: BrowserPage, rows: number): Promise<void> {
  const text = JSON.stringify(`Done${rows.toLocaleString('en-US')} rows`);
  await page.waitForFunction(`document.querySelector('.status')?.textContent.startsWith(${text})`, waits);
  await page.waitForFunction(`document.querySelector('.status b') !== null`, waits);
}
