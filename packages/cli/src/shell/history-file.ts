import { mkdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { replaceFile } from '@sdq/contract';
import type { Context } from '../context.ts';

/** Statements that are kept. */
export const historyMax = 1_000;

/** SDQ_HISTORY, else `sdq/history` in XDG_STATE_HOME, by default `~/.local/state`; undefined for an empty SDQ_HISTORY. */
function historyPath(environment: Context['environment']): string | undefined {
  if (environment.SDQ_HISTORY !== undefined) return environment.SDQ_HISTORY || undefined;
  const state = environment.XDG_STATE_HOME || join(environment.HOME || homedir(), '.local', 'state');
  return join(state, 'sdq', 'history');
}

/** The newest first; empty where there is none. */
export async function readHistory(environment: Context['environment']): Promise<string[]> {
  const path = historyPath(environment);
  if (path === undefined) return [];
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, historyMax);
}

/** A file that only its user can read: statements have names in them. A history that cannot be kept is no error. */
export async function writeHistory(
  environment: Context['environment'],
  history: readonly string[],
): Promise<void> {
  const path = historyPath(environment);
  if (path === undefined) return;
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === false) return; // a device such as /dev/null must not be replaced
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(() => {});
  const text = `${history.slice(0, historyMax).join('\n')}\n`;
  await replaceFile(path, text, { mode: 0o600 }).catch(() => {});
}
