import { BatchFile, UnreadableBatchFile } from '@sdq/encode/batch-file';
import type { VectorBatch } from '@sdq/encode/vectors';
import type { ResultStream, RunLimits, SpooledResult } from './result-stream.ts';
import { queryCancelled, resultExpired } from './stream-errors.ts';
import type { VectorSource } from './vector-source.ts';
import { beginStream } from './vector-stream.ts';

/** Reads rows of a spooled result from its file and encodes them in this process. Errors: `result_expired`. */
export async function readSpooled(
  { path, ...range }: SpooledResult,
  limits: RunLimits,
  signal: AbortSignal | undefined,
): Promise<ResultStream> {
  const file = await BatchFile.open(path).catch(toExpired);
  return await beginStream(new SpooledSource(file, file.read(range), signal), limits);
}

class SpooledSource implements VectorSource {
  readonly columns: VectorSource['columns'];
  readonly attempt = null;
  workedMs = 0;
  readonly #file: BatchFile;
  readonly #batches: AsyncGenerator<VectorBatch, undefined>;
  readonly #signal: AbortSignal | undefined;
  #isClosed = false;

  constructor(
    file: BatchFile,
    batches: AsyncGenerator<VectorBatch, undefined>,
    signal: AbortSignal | undefined,
  ) {
    this.columns = file.columns;
    this.#file = file;
    this.#batches = batches;
    this.#signal = signal;
  }

  async next(): Promise<VectorBatch | null> {
    if (this.#signal?.aborted) throw queryCancelled();
    if (this.#isClosed) return null;
    const startedAt = performance.now();
    try {
      return (await this.#batches.next()).value ?? null;
    } catch (error) {
      return this.#isClosed ? null : toExpired(error);
    } finally {
      this.workedMs += performance.now() - startedAt;
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#file[Symbol.asyncDispose]().catch(() => {});
  }
}

/** A file that is missing, incomplete, or written by another version cannot be read any more. */
function toExpired(error: unknown): never {
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
  throw isGone || error instanceof UnreadableBatchFile ? resultExpired(error) : error;
}
