import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError, replaceFile } from '@sdq/contract';
import type { Context } from '../context.ts';

/** What `sdq login` stored: keys by the URL of their service. Other clients read the same file. */
export interface Credentials {
  /** The service that is asked when none is named. */
  readonly default?: string;
  readonly services: Readonly<Record<string, { readonly api_key: string }>>;
}

/** `sdq/credentials.json` in XDG_CONFIG_HOME, by default `~/.config`. */
export function credentialsPath(environment: Context['environment']): string {
  const directory = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config');
  return join(directory, 'sdq', 'credentials.json');
}

/** Errors: `usage_error` for a file that cannot be read. */
export async function readCredentials(environment: Context['environment']): Promise<Credentials> {
  const path = credentialsPath(environment);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { services: {} };
    throw unreadable(path, error);
  }
  try {
    const { default: chosen, services = {} } = JSON.parse(text) as Partial<Credentials>;
    return { ...(chosen !== undefined && { default: chosen }), services };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Writes the file so that no other user can read it, also not while it is written; without services it is removed. */
export async function writeCredentials(
  environment: Context['environment'],
  credentials: Credentials,
): Promise<string> {
  const path = credentialsPath(environment);
  if (Object.keys(credentials.services).length === 0) {
    await rm(path, { force: true });
    return path;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  return path;
}

function unreadable(path: string, cause: unknown): AppError {
  return new AppError('usage_error', `Cannot read "${path}": ${(cause as Error).message}`, {
    cause,
    hint: 'Delete the file and run sdq login again.',
  });
}
