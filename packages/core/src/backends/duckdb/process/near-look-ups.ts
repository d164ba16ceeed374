import type { ResultStream, RunLimits } from '../../../backend/result-stream.ts';
import { beginStream } from '../../../backend/vector-stream.ts';
import { answerRows } from '../execute/answer-rows.ts';
import { HeldNumbers } from '../execute/held-numbers.ts';
import { KeyFiles } from '../execute/key-files.ts';
import { HeldKeys } from '../execute/keys-beside.ts';
import { MaskedRowNumbers } from '../execute/masked-ordinals.ts';
import { RowFiles } from '../execute/row-files.ts';
import type { LookUp, RowStep } from '../runnable-plan.ts';

/** Maximum number of rows that are read in this process: reading each from a cold disk keeps it from anything else. */
const rowsMax = 4;

/** Unpacked blocks of row files that stay in memory, in bytes. */
const cacheBytesMax = 16 << 20;

/**
 * Look-ups of a few rows, which this process reads itself: to send them to a query process, and their rows back, takes longer
 * than they do. They run none of DuckDB's code.
 */
export class NearLookUps implements Disposable {
  readonly #files = {
    keys: new KeyFiles(),
    masked: new MaskedRowNumbers(),
    beside: new HeldKeys(),
    numbers: new HeldNumbers(),
    rows: new RowFiles(cacheBytesMax),
  };

  /** Undefined where it is not for this process, or misses. Errors: `query_cancelled`, those of reading files. */
  async answer(
    lookUp: LookUp,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream | undefined> {
    const { counted } = lookUp;
    const steps = lookUp.attempts.flatMap((attempt) => attempt.steps);
    if (limits.runsApart === true || !isCountNear(counted) || !steps.every(isNear)) return undefined;
    const attempts = lookUp.attempts.map((attempt) => ({ ...attempt, steps: attempt.steps.map(bounded) }));
    const { timeoutMs, leftMs } = limits;
    const rows = await answerRows(
      { attempts, ...(counted !== undefined && { counted }) },
      this.#files,
      { timeoutMs, leftMs, signal },
      limits.rowsMax + 1,
      { rows: elsewhere, during: elsewhere },
    );
    return rows && (await beginStream(rows, limits));
  }

  [Symbol.dispose](): void {
    this.#files.keys[Symbol.dispose]();
    this.#files.rows[Symbol.dispose]();
  }
}

/**
 * Whether its rows are found without what only DuckDB can read, the masked and the changed rows of deltas, and are in row files: to
 * read one of a base file keeps the process for milliseconds.
 */
function isNear({ keys, files }: RowStep): boolean {
  return (
    keys !== undefined &&
    files.every(({ isParquet = false }) => !isParquet) &&
    !('sql' in keys.keys) &&
    keys.beside === undefined &&
    keys.files.every(({ masked }) => masked === undefined) &&
    keys.keys.length * (keys.limit ?? 1) <= rowsMax
  );
}

/** Whether no more keys are counted than rows are read, and no changed rows, which only DuckDB can read. */
function isCountNear(counted: LookUp['counted']): boolean {
  return counted === undefined || (counted.changed === undefined && counted.keys.length <= rowsMax);
}

async function elsewhere(): Promise<never> {
  throw new Error('Changed rows are read in query processes');
}

function bounded(step: RowStep): RowStep {
  return { ...step, rowsMax: Math.min(step.rowsMax, rowsMax) };
}
