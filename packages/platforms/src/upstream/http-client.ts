import type { HttpAnswer, HttpSpec } from '@sdq/catalog/define';
import { isSafeNumber, parse as parseLossless, stringify as stringifyLossless } from 'lossless-json';
import { Pool } from 'undici';
import { CallFailed } from './outcome.ts';

/** Limits of one call. Milliseconds and bytes. */
export const callLimits = {
  connectMs: 3_000,
  headersMs: 8_000,
  /** From the start of the request to the end of the response. */
  wholeMs: 15_000,
  bodyBytes: 32 * 2 ** 20,
} as const;

export type CallLimits = { readonly [Name in keyof typeof callLimits]: number };

/** Sends single requests to one upstream: no redirects, no retries, no logging. */
export class HttpClient {
  readonly #base: URL;
  readonly #pool: Pool;
  readonly #limits: CallLimits;
  readonly #hasLargeNumbers: boolean;

  constructor(
    baseUrl: string,
    connections: number,
    hasLargeNumbers: boolean,
    limits: CallLimits = callLimits,
  ) {
    this.#base = new URL(baseUrl);
    this.#limits = limits;
    this.#hasLargeNumbers = hasLargeNumbers;
    this.#pool = new Pool(this.#base.origin, {
      connections,
      pipelining: 1,
      connect: { timeout: limits.connectMs },
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.wholeMs,
    });
  }

  /** Errors: CallFailed `transient` for a broken connection or body, `timeout`, `garbled` for a body too large. */
  async send(spec: HttpSpec, headers: Record<string, string>, signal: AbortSignal): Promise<HttpAnswer> {
    const query = new URLSearchParams(spec.query);
    const path = `${this.#base.pathname.replace(/\/$/, '')}${spec.path}`;
    const [type, body] = bodyOf(spec);
    const timer = AbortSignal.timeout(this.#limits.wholeMs);
    try {
      const response = await this.#pool.request({
        method: spec.method,
        path: query.size === 0 ? path : `${path}?${query}`,
        headers: {
          accept: 'application/json',
          ...(type !== undefined && { 'content-type': type }),
          ...headers,
        },
        body: body ?? null,
        signal: AbortSignal.any([signal, timer]),
      });
      const text = await this.#read(response.body);
      return {
        status: response.statusCode,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
        ),
        body: this.#parse(text),
      };
    } catch (error) {
      if (error instanceof CallFailed) throw error;
      const { code, name } = error as NodeJS.ErrnoException;
      const isSlow = timer.aborted || /TIMEOUT/.test(code ?? '') || name === 'TimeoutError' || signal.aborted;
      throw new CallFailed({ kind: isSlow ? 'timeout' : 'transient' }, error);
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<string> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of body) {
      bytes += part.length;
      if (bytes > this.#limits.bodyBytes) throw new CallFailed({ kind: 'garbled' });
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }

  #parse(text: string): unknown {
    try {
      if (!this.#hasLargeNumbers) return JSON.parse(text) as unknown;
      return parseLossless(text, null, (digits) => (isSafeNumber(digits) ? Number(digits) : digits));
    } catch {
      return undefined;
    }
  }
}

function bodyOf({ json, form }: HttpSpec): [type?: string, body?: string] {
  if (json !== undefined) return ['application/json', stringifyLossless(json)];
  if (form !== undefined) return ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()];
  return [];
}
