import { signal } from '@preact/signals';
import { ApiError, Unreachable } from '../api/call.ts';
import { type Check, check, type Question, receiptOf, run } from '../api/sql.ts';
import type { Fault, Receipt } from '../api/types.ts';
import type { Result } from '../data/result.ts';
import { readParameter } from '../sql/read-parameter.ts';
import { parameterNames } from '../sql/read-sql.ts';
import { words } from '../text/words.ts';
import { remember } from './history.ts';
import type { QueryTab } from './query-tabs.ts';
import { refreshUser } from './session.ts';

/** What a run said that went wrong. */
export interface Failure {
  message: string;
  code: string;
  requestId?: string | undefined;
  docUrl?: string | undefined;
  faults: Fault[];
  canRetry: boolean;
}

/** The answers that a tab has: they end with the page, what it asks is kept. */
export class TabRun {
  readonly check = signal<Check | undefined>(undefined);
  /** Why there is no check: the service is away, or refuses. */
  readonly checkFailure = signal<Failure | undefined>(undefined);
  readonly isChecking = signal(false);
  /** SQL types of parameters by name, of the last check that found them. */
  readonly parameterTypes = signal<Readonly<Record<string, string>>>({});
  readonly result = signal<Result | undefined>(undefined);
  readonly failure = signal<Failure | undefined>(undefined);
  readonly receipt = signal<Receipt | undefined>(undefined);
  /** When the rows were paid, of a repeat that is free. */
  readonly paidAt = signal<string | undefined>(undefined);
  /** Whether nothing was charged, though there is no receipt. */
  readonly isFree = signal(false);
  readonly isRunning = signal(false);
  /** Milliseconds of the run so far. */
  readonly elapsedMs = signal(0);
  /** What ran: the text may have been changed since. */
  readonly asked = signal<Question | undefined>(undefined);
  readonly rowsExpected = signal(0);
  #checking: AbortController | undefined;
  #running: AbortController | undefined;

  /** Checks a query, unless a newer one comes first. */
  async checkNow(question: Question): Promise<Check | undefined> {
    this.#checking?.abort();
    const mine = new AbortController();
    this.#checking = mine;
    if (question.sql.trim() === '') {
      this.check.value = undefined;
      this.checkFailure.value = undefined;
      return undefined;
    }
    this.isChecking.value = true;
    try {
      const found = await check(question, mine.signal);
      if (mine.signal.aborted) return undefined;
      this.check.value = found;
      this.checkFailure.value = undefined;
      if (found.valid) this.parameterTypes.value = found.parameterTypes;
      return found;
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      this.check.value = undefined;
      this.checkFailure.value = failureOf(error);
      return undefined;
    } finally {
      if (this.#checking === mine) this.isChecking.value = false;
    }
  }

  /** Runs a query for the price that was shown. */
  async runNow(question: Question, costMax: string, rowsExpected: number): Promise<void> {
    this.#running?.abort();
    const mine = new AbortController();
    this.#running = mine;
    const startedAt = performance.now();
    this.asked.value = question;
    this.failure.value = undefined;
    this.receipt.value = undefined;
    this.isFree.value = false;
    this.paidAt.value = undefined;
    this.rowsExpected.value = rowsExpected;
    this.elapsedMs.value = 0;
    this.isRunning.value = true;
    const clock = setInterval(() => {
      this.elapsedMs.value = performance.now() - startedAt;
    }, 100);
    let requestId = '';
    let result: Result | undefined;
    try {
      result = await newResult();
      if (this.#running !== mine) return clearInterval(clock);
      dropLater(this.result.peek());
      this.result.value = result;
      const stream = await run(question, costMax, mine.signal);
      requestId = stream.requestId;
      await result.read(stream.body);
    } catch (error) {
      result?.end(mine.signal.aborted ? 'cancelled' : 'failed');
      if (!mine.signal.aborted) this.failure.value = failureOf(error);
      // errors are free, and so is what was cancelled before its first row
      this.isFree.value = requestId === '' && !(error instanceof Unreachable);
    }
    clearInterval(clock);
    if (this.#running !== mine) return;
    this.elapsedMs.value = performance.now() - startedAt;
    this.isRunning.value = false;
    const receipt = requestId === '' ? undefined : await receiptOf(requestId);
    if (this.#running !== mine) return;
    this.receipt.value = receipt;
    if (receipt?.repeat_of) this.paidAt.value = (await receiptOf(receipt.repeat_of))?.timestamp;
    await remember(question, {
      state: result?.state ?? 'failed',
      rows: result?.rows ?? 0,
      cost: receipt?.cost ?? '',
      snapshotId: receipt?.snapshot_id ?? '',
      ms: this.elapsedMs.peek(),
      message: this.failure.peek()?.message ?? '',
    });
    await refreshUser();
  }

  cancel(): void {
    this.#running?.abort();
  }
}

/** Frees the rows of a result once the views that show it have gone: not all of what held it is collected before the next one. */
function dropLater(result: Result | undefined): void {
  if (result !== undefined) setTimeout(() => result.drop(), 1_000);
}

/** What reads rows is no part of the first load. */
export const newResult = async (): Promise<Result> => new (await import('../data/result.ts')).Result();

const runs = new Map<string, TabRun>();

/** The run of a tab. */
export function runOf(id: string): TabRun {
  const found = runs.get(id) ?? new TabRun();
  runs.set(id, found);
  return found;
}

/** Cancels the run of a tab, and frees its rows. */
export function dropRun(id: string): void {
  const run = runs.get(id);
  run?.cancel();
  dropLater(run?.result.peek());
  runs.delete(id);
}

/** What a tab asks: the parameters that occur in its text, as values. */
export function questionOf(tab: QueryTab, sql = tab.sql): Question {
  const types = runOf(tab.id).parameterTypes.peek();
  const parameters = parameterNames(sql).map((name) => [
    name,
    readParameter(tab.parameters[name] ?? '', types[name]).value,
  ]);
  return {
    platform: tab.platform,
    sql,
    limit: tab.limit,
    parameters: Object.fromEntries(parameters),
    ...(tab.snapshotId !== '' && { snapshotId: tab.snapshotId }),
  };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { message, code, requestId, docUrl, faults, status } = error;
    return { message, code, requestId, docUrl, faults, canRetry: status === 429 || status >= 500 };
  }
  if (error instanceof Unreachable)
    return { message: error.message, code: 'unreachable', faults: [], canRetry: true };
  return { message: words.query.streamBroken, code: 'stream_broken', faults: [], canRetry: true };
}
