import { createWriteStream, truncateSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@sdq/contract';
import type { Bringing } from '../input.ts';
import type { KeptDownload } from '../kept-downloads.ts';
import { type Asking, ask, PassingFailure, repeated } from './request.ts';

/** A downloaded file. */
export interface Download {
  readonly path: string;
  /** Headers of the last answer. */
  readonly headers: IncomingMessage['headers'];
}

/**
 * Downloads an address. What was cut, also in an earlier run whose downloads are kept, is resumed where the server allows it
 * and the file is the same, by its ETag or its date; otherwise the download begins again. Errors: `source_unreachable`,
 * `source_limit`.
 */
export async function download(url: URL, bringing: Bringing, asking: Asking): Promise<Download> {
  const kept = await bringing.downloads?.of(url.href);
  const transfer = new Transfer(url, bringing, asking, kept);
  try {
    const whole = await transferred(transfer, asking);
    kept?.isWhole();
    return whole;
  } catch (error) {
    const isUseless = error instanceof AppError && error.code === 'source_limit';
    if (isUseless || !transfer.canContinue) await kept?.drop();
    throw error;
  }
}

async function transferred(transfer: Transfer, asking: Asking): Promise<Download> {
  await transfer.begin();
  let before = transfer.bytes;
  const progressed = () => {
    const isMore = transfer.bytes > before;
    before = transfer.bytes;
    return isMore;
  };
  return await repeated(asking, async () => await transfer.run(), progressed);
}

class Transfer {
  readonly #url: URL;
  readonly #bringing: Bringing;
  readonly #asking: Asking;
  readonly #path: string;
  /** Identifies the content: a strong ETag or a date; undefined if the server gives none. */
  #validator: string | undefined;
  readonly #kept: KeptDownload | undefined;
  bytes = 0;

  constructor(url: URL, bringing: Bringing, asking: Asking, kept: KeptDownload | undefined) {
    this.#url = url;
    this.#bringing = bringing;
    this.#asking = asking;
    this.#kept = kept;
    this.#path = kept?.path ?? bringing.spool.path();
  }

  get canContinue(): boolean {
    return this.#validator !== undefined && this.bytes > 0;
  }

  /** Takes what an earlier run has received. */
  async begin(): Promise<void> {
    const begun = await this.#kept?.begun();
    if (begun !== undefined) [this.bytes, this.#validator] = [begun.bytes, begun.validator];
  }

  async run(): Promise<Download> {
    const response = await ask(this.#url, this.#rangeHeaders(), this.#asking);
    if (!this.#continues(response)) this.#restart(validatorOf(response));
    this.#validator = validatorOf(response);
    const total = this.#totalOf(response);
    await this.#receive(response, total);
    if (total > 0 && this.bytes < total) throw new PassingFailure('the connection was cut');
    return { path: this.#path, headers: response.headers };
  }

  #rangeHeaders(): Record<string, string> {
    if (this.bytes === 0 || this.#validator === undefined) return {};
    return { range: `bytes=${this.bytes}-`, 'if-range': this.#validator };
  }

  #continues(response: IncomingMessage): boolean {
    const from = /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1];
    return (
      response.statusCode === 206 && Number(from) === this.bytes && validatorOf(response) === this.#validator
    );
  }

  #restart(validator: string | undefined): void {
    if (this.#kept !== undefined) this.#kept.beginSync(validator);
    else if (this.bytes > 0) truncateSync(this.#path, 0);
    this.bytes = 0;
  }

  /** The size of the whole content; 0 if unknown. */
  #totalOf({ headers }: IncomingMessage): number {
    const length = Number(headers['content-length'] ?? 0);
    const total = Number.isSafeInteger(length) && length > 0 ? this.bytes + length : 0;
    const { bytesMax } = this.#bringing.limits;
    if (total <= bytesMax) return total;
    throw tooLarge(this.#asking.name, bytesMax);
  }

  async #receive(response: IncomingMessage, total: number): Promise<void> {
    const { limits, onBytes, signal } = this.#bringing;
    // The connection is closed when no byte arrives for this time, which is a failure that may pass.
    response.setTimeout(limits.idleMsMax, () =>
      response.destroy(new PassingFailure('the server sends nothing')),
    );
    // A failure is thrown after all bytes before it are written: the next request continues after them.
    let failure: unknown;
    const counted = async function* (this: Transfer) {
      try {
        for await (const chunk of response) {
          const { length } = chunk as Buffer;
          if (this.bytes + length > limits.bytesMax) throw tooLarge(this.#asking.name, limits.bytesMax);
          yield chunk as Buffer;
          this.bytes += length;
          onBytes(this.bytes, total);
        }
      } catch (error) {
        const isKnown = error instanceof AppError || error instanceof PassingFailure;
        failure = isKnown ? error : new PassingFailure(messageOf(error as NodeJS.ErrnoException));
      }
    };
    const file = createWriteStream(this.#path, { flags: 'a' });
    await pipeline(counted.call(this), file, signal === undefined ? {} : { signal });
    if (failure !== undefined) throw failure;
  }
}

function messageOf({ code, message }: NodeJS.ErrnoException): string {
  return code ?? message;
}

function tooLarge(name: string, bytesMax: number): AppError {
  return new AppError('source_limit', `"${name}" has more than ${bytesMax.toLocaleString('en-US')} bytes`, {
    hint: 'Download it, and name the file.',
  });
}

/** A weak ETag does not promise the same bytes. */
function validatorOf({ headers }: IncomingMessage): string | undefined {
  const { etag } = headers;
  return etag !== undefined && !etag.startsWith('W/') ? etag : headers['last-modified'];
}
