import type { BrowserPage } from '../../../test/browser/console/browser-page.ts';
import { writeQuery } from '../../../test/browser/console/open-console.ts';
import { median, percentile } from '../measure/statistics.ts';

export interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly highest: number;
  readonly count: number;
}

/** Bytes of a page after a garbage collection. */
export interface PageMemory {
  /** Objects of JavaScript and of the document. */
  readonly heapBytes: number;
  /** Array buffers, which hold the Arrow batches. */
  readonly bufferBytes: number;
}

const keyDelayMs = 60;

/** Milliseconds from each key to the frame that shows it, in an editor that has a query of so many lines. */
export async function measureTyping(page: BrowserPage, lines: number): Promise<Spread> {
  const columns = Array.from({ length: lines }, (_, i) => `  play_count + ${i} AS plays_${i}`).join(',\n');
  await writeQuery(page, `SELECT\n${columns}\nFROM videos\nWHERE `);
  await pause(page, 1_500);
  await page.evaluate(`(() => {
    const times = (globalThis.typingTimes = []);
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(0);
      });
    }, true);
  })()`);
  await page.keyboard.type(
    "play_count > 1000 AND description LIKE '%dance%' AND region = 'SE' AND like_count > 5 ",
    {
      delay: keyDelayMs,
    },
  );
  await pause(page, 300);
  return spreadOf(await page.evaluate<number[]>('globalThis.typingTimes'));
}

/** Marks, before any script of the page runs, when bytes of rows first arrive and when a row is first painted. */
export const watchFirstRows = `(() => {
  const times = (globalThis.firstRows = {});
  const ask = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const response = await ask(...asked);
    if (!String(asked[0]).endsWith('/sql') || response.body === null) return response;
    times.arrivedAt = times.paintedAt = undefined;
    const passing = new TransformStream({
      transform(chunk, controller) {
        times.arrivedAt ??= performance.now();
        controller.enqueue(chunk);
      },
    });
    const { headers, status, statusText } = response;
    return new Response(response.body.pipeThrough(passing), { headers, status, statusText });
  };
  new MutationObserver(() => {
    if (times.arrivedAt === undefined || times.paintedAt !== undefined) return;
    const cell = document.querySelector('.grid-pane [role=row]:not([hidden]) [role=gridcell]');
    if (cell === null || cell.textContent === '') return;
    times.paintedAt = -1;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (times.paintedAt = performance.now());
      port2.postMessage(0);
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
})()`;

/** Milliseconds from the first bytes of rows to the frame that shows a row. */
export const firstPaintMs = (page: BrowserPage): Promise<number> =>
  page.evaluate('globalThis.firstRows.paintedAt - globalThis.firstRows.arrivedAt');

/** Milliseconds of each frame while the rows are scrolled: steadily, and in jumps. */
export async function measureScrolling(page: BrowserPage, frames: number): Promise<Spread> {
  const shown = `document.querySelector('.grid-pane [role=row]:not([hidden]) [role=gridcell]').textContent`;
  const before = await page.evaluate(shown);
  const times = await page.evaluate<number[]>(`new Promise((resolve) => {
    const pane = document.querySelector('.grid-body');
    const times = [];
    let before;
    const step = (now) => {
      if (before !== undefined) times.push(now - before);
      before = now;
      if (times.length >= ${frames}) return resolve(times);
      const isJump = times.length % 50 === 49;
      pane.scrollTop += isJump ? pane.scrollHeight / 9 : 240;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  if ((await page.evaluate(shown)) === before) throw new Error('The rows were not scrolled');
  return spreadOf(times);
}

/** What a page holds once the garbage is collected. */
export async function memoryOf(page: BrowserPage): Promise<PageMemory> {
  const tools = await page.createCDPSession();
  await tools.send('HeapProfiler.enable');
  // what objects of the document held is only seen to be free by the second one
  for (let i = 0; i < 2; i++) await tools.send('HeapProfiler.collectGarbage');
  const found = (await tools.send('Runtime.getHeapUsage')) as Record<string, number>;
  await tools.detach();
  const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = found;
  return { heapBytes: usedSize + embedderHeapUsedSize, bufferBytes: backingStorageSize };
}

export const pause = (page: BrowserPage, ms: number): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${ms}))`);

function spreadOf(values: readonly number[]): Spread {
  return {
    median: median(values),
    p95: percentile(values, 0.95),
    highest: Math.max(...values),
    count: values.length,
  };
}
