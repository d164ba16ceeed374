import { AppError } from '@sdq/contract';
import { tooMany } from '../folder.ts';
import type { SourceLimits } from '../source-limits.ts';

/** Decompressed bytes before the ratio counts: a small file may be very regular. */
const ratioFromBytes = 64 * 1024 ** 2;

/** What an archive, with all archives in it, may still contain. */
export class Budget {
  readonly #name: string;
  readonly #bytesMax: number;
  readonly #limits: SourceLimits;
  #bytes = 0;
  #entries = 0;

  /** `fileBytes` is the size of the outermost file. */
  constructor(name: string, fileBytes: number, limits: SourceLimits) {
    this.#name = name;
    this.#limits = limits;
    this.#bytesMax = Math.min(limits.bytesMax, Math.max(ratioFromBytes, fileBytes * limits.ratioMax));
  }

  /** Errors: `source_limit`. */
  countEntry(): void {
    if (++this.#entries > this.#limits.entriesMax) throw tooMany(this.#name, this.#limits.entriesMax);
  }

  /** Errors: `source_limit`. */
  checkDepth(depth: number): void {
    if (depth <= this.#limits.depthMax) return;
    throw this.#exceeded(`contains more than ${this.#limits.depthMax} archives inside each other`);
  }

  /** Content whose bytes are counted. Errors: `source_limit`. */
  async *counted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#bytesMax) {
        const limit = this.#bytesMax.toLocaleString('en-US');
        throw this.#exceeded(
          this.#bytesMax === this.#limits.bytesMax
            ? `contains more than ${limit} bytes`
            : `contains more than ${limit} bytes, ${this.#limits.ratioMax} times its size`,
        );
      }
      yield chunk;
    }
  }

  #exceeded(what: string): AppError {
    return new AppError('source_limit', `"${this.#name}" ${what}`, {
      hint: 'If you trust it, extract it and import the folder.',
    });
  }
}
