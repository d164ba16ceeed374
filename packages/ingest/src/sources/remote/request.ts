import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@sdq/contract';
import type { SourceLimits } from '../source-limits.ts';

/** How an address is asked. */
export interface Asking {
  /** What messages call it: without what is secret in the address. */
  readonly name: string;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal | undefined;
  /** Headers for a request to an address, for example a signature. */
  readonly headersFor: (url: URL, headers: Headers) => Promise<Headers>;
  /** What to do about a refusal, by its status. */
  readonly hintOf: (status: number) => string | undefined;
}

export type Headers = Readonly<Record<string, string>>;

const redirectsMax = 5;

/** Statuses after which the same request may succeed. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The longest pause that a server can ask for, in milliseconds. */
const pauseMsMax = 60_000;

/** A failure after which a request is repeated. */
export class PassingFailure extends Error {
  /** Milliseconds that the server asks to wait; undefined if it does not. */
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/**
 * A successful answer (2xx) after redirects, whose body must be read or destroyed. Errors: {@link PassingFailure},
 * `source_unreachable`.
 */
export async function ask(url: URL, headers: Headers, asking: Asking): Promise<IncomingMessage> {
  let at = url;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const response = await send(at, await asking.headersFor(at, headers), asking);
    const { statusCode: status = 0 } = response;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      at = redirected(at, location, asking);
      continue;
    }
    if (status >= 200 && status < 300) return response;
    response.destroy();
    if (passing.has(status)) throw new PassingFailure(`status ${status}`, retryAfterMs(response));
    throw refusal(status, asking);
  }
  throw unreachable(
    asking,
    `redirects more than ${redirectsMax} times`,
    'Open the address in a browser, and name the last one.',
  );
}

function redirected(from: URL, location: string, asking: Asking): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const isSafe = to?.protocol === 'https:' || (to?.protocol === 'http:' && from.protocol === 'http:');
  if (to === undefined || !isSafe) {
    throw unreachable(
      asking,
      'redirects to an address that is not allowed',
      'Download the file, and name it.',
    );
  }
  // A user name and password are for one host.
  if (to.host === from.host && to.username === '')
    [to.username, to.password] = [from.username, from.password];
  return to;
}

function refusal(status: number, asking: Asking): AppError {
  const usual =
    status === 401 || status === 403
      ? 'The file is not public: download it, and name the file.'
      : status === 404 || status === 410
        ? 'Check the address.'
        : 'Try the address in a browser.';
  return unreachable(
    asking,
    `cannot be read: the server answers with status ${status}`,
    asking.hintOf(status) ?? usual,
  );
}

export function unreachable({ name }: Asking, what: string, hint: string): AppError {
  return new AppError('source_unreachable', `"${name}" ${what}`, { hint });
}

/** A part of an address without its escapes; a part with an invalid one as it is. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Node's option for the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name. */
function throughProxy(): object {
  return { proxyEnv: process.env };
}

async function send(url: URL, headers: Headers, { limits, signal }: Asking): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const { username, password } = url;
    const options: RequestOptions = {
      headers: { 'user-agent': 'sdq', accept: '*/*', 'accept-encoding': 'identity', ...headers },
      ...(username !== '' && { auth: `${decodedText(username)}:${decodedText(password)}` }),
      ...(signal !== undefined && { signal }),
      timeout: limits.idleMsMax,
    };
    const request =
      url.protocol === 'https:'
        ? https.request(url, { ...options, agent: new https.Agent(throughProxy()) })
        : http.request(url, { ...options, agent: new http.Agent(throughProxy()) });
    request.on('timeout', () => {
      request.destroy(new PassingFailure(`no answer within ${limits.idleMsMax / 1000} s`));
    });
    request.on('response', resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      reject(error instanceof PassingFailure ? error : new PassingFailure(error.code ?? error.message));
    });
    request.end();
  });
}

function retryAfterMs({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/**
 * Runs `attempt` until it succeeds, with pauses that double. An attempt that has `progressed` begins the count anew.
 * Errors: those of the attempt; `source_unreachable` after {@link SourceLimits.retriesMax} repetitions.
 */
export async function repeated<T>(
  asking: Asking,
  attempt: () => Promise<T>,
  progressed: () => boolean = () => false,
): Promise<T> {
  const { limits, signal } = asking;
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof PassingFailure)) throw error;
      if (progressed()) failures = 0;
      if (failures >= limits.retriesMax) {
        const hint =
          'Check the network and the address, and run the command again: where the server allows it, a download continues.';
        throw unreachable(asking, `cannot be read after ${failures + 1} attempts: ${error.message}`, hint);
      }
      const pauseMs = Math.max(limits.retryMs * 2 ** failures, error.waitMs ?? 0);
      await sleep(Math.min(pauseMsMax, pauseMs), undefined, signal === undefined ? {} : { signal });
    }
  }
}
