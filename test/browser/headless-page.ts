import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolPath } from '../support/tools.ts';

/**
 * Opens an address of this machine in Chromium: the page as it stands when it is idle, and
 * what the browser said of it; with `isDone`, the browser goes when that is settled, and there is no page. Any other
 * host is unknown, and a request to it is told on the console.
 */
export async function openHeadless(
  url: string,
  isDone?: Promise<unknown>,
): Promise<{ page: string; log: string }> {
  const profile = await mkdtemp(join(tmpdir(), 'sdq-page-'));
  const words = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--enable-logging=stderr',
    `--user-data-dir=${profile}`,
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ...(isDone === undefined ? ['--virtual-time-budget=20000', '--dump-dom'] : []),
    url,
  ];
  const browser = spawn(toolPath('browser'), words, { stdio: ['ignore', 'pipe', 'pipe'] });
  void isDone?.finally(() => browser.kill()).catch(() => {});
  const [page = '', log = ''] = await Promise.all([browser.stdout, browser.stderr].map(readAll));
  if (browser.exitCode === null) await once(browser, 'close');
  await rm(profile, { recursive: true, force: true });
  return { page, log };
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}
