import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type Accounts, type NewSavedResult, type SavedResult, savedLimits } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import {
  type RestoredResult,
  type RetainedResult,
  type RetainedResults,
  withdrawn,
} from '../sql/retained-results.ts';

/** Kept results that are restored in this process, by their IDs; their files count as retained results. */
const restoredMax = 200;

const [compress, decompress] = [promisify(zlib.zstdCompress), promisify(zlib.zstdDecompress)];

/** Results that are kept in the account database, as files from which any part can be read in any format. */
export class SavedResults {
  readonly #accounts: Accounts;
  readonly #results: RetainedResults;
  readonly #restored = new LRUCache<string, Promise<RestoredResult>>({ max: restoredMax });

  constructor(accounts: Accounts, results: RetainedResults) {
    this.#accounts = accounts;
    this.#results = results;
  }

  /**
   * A kept result in this process. The account database has read that it is kept. Errors: `result_expired` when it was
   * deleted meanwhile, or written by a version of another format;
   * `result_withdrawn`.
   */
  async open(kept: SavedResult): Promise<RestoredResult> {
    if (kept.isWithdrawn) throw withdrawn();
    const known = await this.#restored.get(kept.resultId);
    if (known !== undefined && (await isThere(known))) return known;
    const restoring = this.#restore(kept);
    this.#restored.set(kept.resultId, restoring);
    restoring.catch(() => this.#restored.delete(kept.resultId));
    return await restoring;
  }

  async #restore({ resultId, snapshotId, rowCount, truncated }: SavedResult): Promise<RestoredResult> {
    const bytes = await this.#accounts.readSavedResult(resultId);
    if (bytes === undefined) throw noLongerKept();
    const contents = await decompress(bytes, { maxOutputLength: savedLimits.resultBytesMax * 2 });
    const summary = { rowCount, truncated, bytes: contents.length, elapsedMs: 0, attempt: null };
    return await this.#results.restore(contents, {
      // in memory it is nobody's: many accounts may read it
      accountId: `kept result ${resultId}`,
      snapshotId,
      summary,
    });
  }
}

/** Whether its file was not evicted. */
async function isThere({ read }: RestoredResult): Promise<boolean> {
  try {
    await using _result = await read({ first: 0, count: 1, without: [] });
    return true;
  } catch {
    return false;
  }
}

/** Whether a result is small enough to be kept. */
export function canKeep({ summary }: Pick<RetainedResult, 'summary'>): boolean {
  return summary.bytes <= savedLimits.resultBytesMax;
}

/** What is stored of a result. Errors: `result_too_large`, `result_expired`. */
export async function toKept(retained: RetainedResult, forMs: number): Promise<NewSavedResult> {
  if (!canKeep(retained)) throw tooLargeToKeep();
  const { rowCount, truncated } = retained.summary;
  const bytes = await compress(await retained.contents());
  return { snapshotId: retained.snapshotId, rowCount, truncated, bytes, forMs };
}

function tooLargeToKeep(): AppError {
  const max = savedLimits.resultBytesMax.toLocaleString('en-US');
  return new AppError('result_too_large', `The result exceeds ${max} bytes, so that it cannot be kept`, {
    hint: 'Lower limit, or select only the columns that readers need',
  });
}

/** The error when the rows of a share or a run are gone. */
export function noLongerKept(): AppError {
  return new AppError('result_expired', 'The result is no longer kept', {
    hint: 'Its owner can run the query again',
  });
}
