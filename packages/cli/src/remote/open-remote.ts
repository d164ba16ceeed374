import { Sdq } from '@sdq/client';
import { AppError } from '@sdq/contract';
import type { Context } from '../context.ts';
import { readCredentials } from './credentials.ts';

export interface RemoteFlags {
  /** A URL, or true for the one of SDQ_REMOTE or `sdq login`. */
  readonly remote?: string | true;
  readonly platform?: string | undefined;
  /** Units of $0.0001. */
  readonly maxCost?: number | undefined;
}

export interface Remote {
  readonly url: string;
  readonly client: Sdq;
}

/** A client of the service that a flag, the environment or `sdq login` names. Errors: `usage_error`. */
export async function openRemote(flags: RemoteFlags, environment: Context['environment']): Promise<Remote> {
  const { url, apiKey } = await resolveRemote(flags.remote, environment);
  const client = new Sdq({
    apiKey,
    baseUrl: url,
    ...(flags.platform !== undefined && { platform: flags.platform }),
    ...(flags.maxCost !== undefined && { maxCost: `$${(flags.maxCost / 10_000).toFixed(4)}` }),
  });
  return { url, client };
}

async function resolveRemote(
  flag: string | true | undefined,
  environment: Context['environment'],
): Promise<{ url: string; apiKey: string }> {
  const named = typeof flag === 'string' ? flag : environment.SDQ_REMOTE;
  const stored = await readCredentials(environment);
  const url = serviceUrl(named || stored.default);
  const apiKey = environment.SDQ_API_KEY || stored.services[url]?.api_key;
  if (apiKey === undefined)
    throw new AppError('usage_error', `There is no API key for ${url}`, {
      hint: `Run sdq login ${url}, or set SDQ_API_KEY.`,
    });
  return { url, apiKey };
}

/** The URL without a final slash. Errors: `usage_error`. */
export function serviceUrl(text: string | undefined): string {
  if (text === undefined)
    throw new AppError('usage_error', 'No service was named', {
      hint: 'Give its URL after --remote, set SDQ_REMOTE, or run sdq login URL.',
    });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new AppError('usage_error', `"${text}" is no URL of a service`, {
      hint: 'A URL begins with https:// or http://.',
    });
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new AppError('usage_error', 'The URL of a service has no key in it', {
      hint: 'Set SDQ_API_KEY, or run sdq login URL.',
    });
  return url.href.replace(/\/+$/, '');
}
