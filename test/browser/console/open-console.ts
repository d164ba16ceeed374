import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { AppOptions } from '@sdq/server';
import { type SampleService, startSampleService } from '../../support/sample-service.ts';
import { toolPath } from '../../support/tools.ts';
import type { Browser, BrowserPage } from './browser-page.ts';

export type BrowserName = 'chromium' | 'firefox';

export interface OpenConsole extends AsyncDisposable {
  service: SampleService;
  browser: Browser;
  /** An empty page with a storage of its own. */
  newPage(): Promise<BrowserPage>;
  /** A page with what went wrong on it. */
  open(path?: string): Promise<{ page: BrowserPage; complaints: string[] }>;
  /** A page that is signed in with the account's key. */
  openSignedIn(path?: string): Promise<{ page: BrowserPage; complaints: string[] }>;
}

const root = join(import.meta.dirname, '../../..');

/** Builds the console as it stands into a directory of its own: the tests need no build before, and see no old one. */
export async function buildConsole(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-console-dist-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', directory, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: join(root, 'packages/console') },
  );
  return directory;
}

/** Starts a browser and a service with the console over the sample index. */
export async function openConsole(
  name: BrowserName = 'chromium',
  optionsOf: (directory: string) => Partial<AppOptions> = () => ({}),
): Promise<OpenConsole> {
  const consoleDirectory = await buildConsole();
  const service = await startSampleService((directory) => ({
    consoleDirectory,
    limits: { keyPerMinute: 0, sqlPerMinute: 0, accountPerMinute: 0 },
    ...optionsOf(directory),
  }));
  const browser = await launch(name);
  const newPage = async () => await (await browser.createBrowserContext()).newPage();
  const open = async (path = '/console/') => {
    const page = await newPage();
    const complaints = watch(page, service.url);
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(`${service.url}${path}`);
    return { page, complaints };
  };
  return {
    service,
    browser,
    newPage,
    open,
    async openSignedIn(path = '/console/query') {
      const opened = await open(path);
      await signIn(opened.page, service.accountKey);
      return opened;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await service[Symbol.asyncDispose]();
      await rm(consoleDirectory, { recursive: true, force: true });
    },
  };
}

export async function signIn(page: BrowserPage, key: string): Promise<void> {
  await page.waitForSelector('.sign-in input');
  await page.type('.sign-in input', key);
  await page.click('.sign-in button');
  await page.waitForSelector('.sign-in', { hidden: true });
}

/** Writes a query in place of the one that is there. */
export async function writeQuery(page: BrowserPage, sql: string): Promise<void> {
  const content = `document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-content')`;
  await page.waitForFunction(content);
  await page.evaluate(`${content}.focus()`);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  // the editor learns of a selection when the browser next draws
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(sql)});
    ${content}.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

/** Waits until the price is that of the text that is there: a text is checked when it has been left alone for a moment. */
async function untilPriced(page: BrowserPage): Promise<void> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 800))');
  await page.waitForFunction(
    `document.querySelector('.price b') !== null && document.querySelector('.price .fading') === null`,
    { timeout: 30_000 },
  );
}

/** Runs the query that is there, and waits for its receipt. */
export async function runQuery(page: BrowserPage): Promise<void> {
  await untilPriced(page);
  await page.click('.run');
  await page.waitForSelector('.status b', { timeout: 30_000 });
}

export const textOf = (page: BrowserPage, selector: string): Promise<string> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);

export async function launch(name: BrowserName): Promise<Browser> {
  const entry = createRequire(import.meta.url).resolve(join(toolPath('puppeteer'), 'package.json'));
  const { exports } = createRequire(import.meta.url)(entry) as { exports: Record<string, unknown> };
  const file = entryOf(exports['.']);
  const { default: puppeteer } = (await import(pathToFileURL(join(toolPath('puppeteer'), file)).href)) as {
    default: { launch(options: object): Promise<Browser> };
  };
  return await puppeteer.launch(
    name === 'chromium'
      ? {
          executablePath: toolPath('browser'),
          args: [
            '--no-sandbox',
            '--disable-background-networking',
            '--enable-precise-memory-info',
            '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
          ],
        }
      : { browser: 'firefox', executablePath: toolPath('firefox') },
  );
}

/** The file of a package's main entry. */
function entryOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const { import: imported, default: otherwise } = entry as Record<string, unknown>;
  return entryOf(imported ?? otherwise);
}

/** Errors, violations of the policy, and requests to other hosts. Errors of requests that the test provokes are its own. */
function watch(page: BrowserPage, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', ((message: { type(): string; text(): string }) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
    if (/violat|refused to/i.test(text)) complaints.push(text);
  }) as never);
  page.on('pageerror', ((error: Error) => complaints.push(String(error))) as never);
  page.on('request', ((request: { url(): string }) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(blob|data):/.test(url)) complaints.push(`request to ${url}`);
  }) as never);
  return complaints;
}
