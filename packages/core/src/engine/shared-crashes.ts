import { type CrashEntry, type CrashLog, crashLimits } from '@sdq/contract';

interface SharedCrashesOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with entries of any engine, own ones too, some of them again. */
  readonly onEntries: (entries: readonly CrashEntry[]) => void;
  /** Called at the first failure of the log, and at the first one after it was read again. */
  readonly onFailed: (error: unknown) => void;
}

/** Milliseconds between two reads of a log; after a read that failed. */
const readEveryMs = 3_000;
const readAgainMs = 30_000;
/** Milliseconds that a query waits for a read: a log that does not answer holds up no query. */
const waitMsMax = 250;
/** Clocks of machines may differ, and an entry may be visible later than its time says. */
const overlapMs = 60_000;
const entriesMax = 10_000;
/** Entries that are being written; more are remembered by this process alone. */
const writesMax = 100;

/** Exchanges crashes with other engines over a log, on which no query depends. */
export class SharedCrashes {
  readonly #log: CrashLog;
  readonly #options: SharedCrashesOptions;
  readonly #writes = new Set<Promise<void>>();
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #readUntil: number | undefined;
  /** Settles when the read in progress has ended, or has taken too long. */
  #waiting: Promise<void> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  #hasReadFailed = false;
  #hasWarned = false;

  constructor(log: CrashLog, options: SharedCrashesOptions) {
    this.#log = log;
    this.#options = options;
  }

  /** Reads what others added since the last read, at most every 3 s. Never rejects, and waits 250 ms at most. */
  async refresh(): Promise<void> {
    const now = this.#options.now();
    // Either way, because a clock that was set back must not stop the reads.
    const isDue = Math.abs(now - this.#readAt) >= (this.#hasReadFailed ? readAgainMs : readEveryMs);
    if (isDue && !this.#isReading) {
      this.#reading = this.#read(now);
      this.#waiting = within(this.#reading, waitMsMax);
    }
    await this.#waiting;
  }

  /** Writes an entry in the background. */
  add(entry: CrashEntry): void {
    if (this.#writes.size >= writesMax) {
      this.#failed(new Error(`${writesMax} crashes are being written already`));
      return;
    }
    const write = this.#write(entry).finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /** Waits for all writes, and the read, in progress. */
  async flush(): Promise<void> {
    await Promise.all([...this.#writes, this.#reading]);
  }

  async #read(now: number): Promise<void> {
    this.#isReading = true;
    this.#readAt = now;
    const from = Math.max(now - crashLimits.rememberedMs, (this.#readUntil ?? 0) - overlapMs);
    try {
      this.#options.onEntries(await this.#log.since(from, entriesMax));
      this.#readUntil = now;
      this.#hasReadFailed = false;
      this.#hasWarned = false;
    } catch (error) {
      this.#hasReadFailed = true;
      this.#failed(error);
    } finally {
      this.#isReading = false;
    }
  }

  async #write(entry: CrashEntry): Promise<void> {
    try {
      await this.#log.add(entry);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.onFailed(error);
  }
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
