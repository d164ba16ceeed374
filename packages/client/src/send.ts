import { errorOf, SdqError } from './sdq-error.ts';

export interface SenderOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** How often a request is sent again at most. */
  readonly retries: number;
  /** Milliseconds until the head of an answer, and between two parts of its body. */
  readonly waitMs: number;
}

export interface Request {
  readonly verb: string;
  readonly path: string;
  readonly json?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Names the request, so that it is executed and charged once however often it is sent; made where it is missing. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A wait that the service asks for and that is longer fails at once. */
const longestWaitMs = 30_000;

/** Statuses of answers to requests that were not executed, or that name themselves by an idempotency key. */
const sentAgain = new Set([429, 502, 503]);

/** Sends requests of one client, and again what failed and may be sent again. */
export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  get retries(): number {
    return this.#options.retries;
  }

  /** The answer, with a status below 400. Errors: {@link SdqError}; the reason of `signal` once it is aborted. */
  async send(request: Request): Promise<Response> {
    const { json, verb, signal } = request;
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${this.#options.apiKey}`);
    if (json !== undefined) headers.set('content-type', 'application/json');
    if (verb === 'POST') headers.set('idempotency-key', request.idempotencyKey ?? randomName());
    const body = json === undefined ? null : textOf(json);
    const mayRepeat = verb !== 'PATCH' && request.path !== '/api/signup';
    for (let attempt = 0; ; attempt++) {
      const error = await this.#attempt(request, { method: verb, headers, body });
      if (!(error instanceof SdqError)) return error;
      // An attempt whose answer was lost may still run: its answer comes when it has ended.
      const isRunning = error.code === 'idempotency_conflict';
      const isTransient =
        isRunning || (error.status === undefined ? error.retryable : sentAgain.has(error.status));
      const wait = error.retryAfter === undefined ? backoff(attempt) : error.retryAfter * 1_000;
      if (!isTransient || attempt >= this.#options.retries || wait > longestWaitMs) throw error;
      if (!mayRepeat && error.status !== 429 && error.status !== 503) throw error;
      await sleep(wait, signal);
    }
  }

  /** The answer where it is a success, else the error. */
  async #attempt({ path, signal }: Request, init: RequestInit): Promise<Response | SdqError> {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const { waitMs } = this.#options;
    const slow = new SdqError('timed_out', `No answer came within ${waitMs} ms`, { retryable: true });
    const timer = setTimeout(() => controller.abort(slow), waitMs);
    try {
      const answer = await this.#options.fetch(this.#options.baseUrl + path, {
        ...init,
        signal: controller.signal,
      });
      if (answer.status >= 400) return await errorOf(answer);
      if (!answer.headers.has('x-request-id'))
        throw new SdqError('bad_answer', `What answers at ${this.#options.baseUrl} is no sdq service`);
      const read = watched(answer, waitMs, controller, () => signal?.removeEventListener('abort', abort));
      return read;
    } catch (cause) {
      signal?.removeEventListener('abort', abort);
      if (cause instanceof SdqError && cause !== slow) return cause;
      if (signal?.aborted) throw signal.reason;
      if (controller.signal.reason === slow) return slow;
      return new SdqError(
        'connection_failed',
        `${this.#options.baseUrl} was not reached: ${reasonOf(cause)}`,
        { retryable: true },
        { cause },
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The answer with a body that fails as `stream_broken` when it breaks off, and as `timed_out` when no part comes. */
function watched(answer: Response, waitMs: number, controller: AbortController, onEnd: () => void): Response {
  if (answer.body === null) {
    onEnd();
    return answer;
  }
  const reader = answer.body.getReader();
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const slow = new SdqError('timed_out', `No part of the answer came within ${waitMs} ms`, {
          requestId,
        });
        const timer = setTimeout(() => controller.abort(slow), waitMs);
        try {
          const { done, value } = await reader.read();
          if (!done) return stream.enqueue(value);
          onEnd();
          stream.close();
        } catch (cause) {
          onEnd();
          stream.error(brokenBy(cause, controller.signal, requestId));
        } finally {
          clearTimeout(timer);
        }
      },
      async cancel(reason) {
        onEnd();
        controller.abort(reason);
        await reader.cancel(reason).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: answer.status, headers: answer.headers });
}

function brokenBy(cause: unknown, signal: AbortSignal, requestId: string | undefined): unknown {
  if (signal.aborted) return signal.reason;
  const hint = requestId === undefined ? '' : `; the receipt of ${requestId} tells what was charged`;
  return new SdqError(
    'stream_broken',
    `The answer broke off: ${reasonOf(cause)}${hint}`,
    { retryable: true, requestId },
    { cause },
  );
}

/** The innermost reason: `fetch failed` alone tells nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** JSON with integers of any size: a bigint beyond 2^53 is sent as a string, as the service takes it. */
function textOf(json: unknown): string {
  return JSON.stringify(json, (_, value: unknown) => {
    if (typeof value !== 'bigint') return value;
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  });
}

/** 128 random bits in hex. `crypto.randomUUID` is missing in pages without TLS. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Milliseconds before the next attempt: up to 0.25 s, 0.5 s, 1 s … 8 s, at random, so that clients do not come back together. */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(8_000, 250 * 2 ** attempt);
}

/** Rejects with the reason of `signal` once it is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}
