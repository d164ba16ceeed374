import type { DriverFigures } from '../driver-figures.ts';

/** Counters of upstream calls by operation and outcome. */
export class CallCounts {
  readonly #sums = new Map<string, DriverFigures['calls'][number]>();

  add(op: string, outcome: string, durationMs: number): void {
    const key = `${op} ${outcome}`;
    const sum = this.#sums.get(key) ?? { op, outcome, count: 0, seconds: 0 };
    sum.count++;
    sum.seconds += durationMs / 1_000;
    this.#sums.set(key, sum);
  }

  get all(): DriverFigures['calls'] {
    return [...this.#sums.values()].map((sum) => ({ ...sum }));
  }
}

/** The window of recent items per operation, and the tolerated share of invalid ones. */
const windowItems = 100;
const droppedShareMax = 0.2;

/** Counts items that do not match the schema of a driver; reports a changed upstream format once. */
export class ItemCounts {
  readonly #sums = new Map<string, { op: string; read: number; dropped: number }>();
  readonly #windows = new Map<string, { read: number; dropped: number }>();
  readonly #onAlarm: (op: string, share: number) => void;

  constructor(onAlarm: (op: string, share: number) => void) {
    this.#onAlarm = onAlarm;
  }

  add(op: string, read: number, dropped: number): void {
    const sum = this.#sums.get(op) ?? { op, read: 0, dropped: 0 };
    sum.read += read;
    sum.dropped += dropped;
    this.#sums.set(op, sum);
    const window = this.#windows.get(op) ?? { read: 0, dropped: 0 };
    window.read += read;
    window.dropped += dropped;
    this.#windows.set(op, window);
    if (window.read < windowItems) return;
    const share = window.dropped / window.read;
    this.#windows.delete(op);
    if (share > droppedShareMax) this.#onAlarm(op, share);
  }

  get all(): DriverFigures['items'] {
    return [...this.#sums.values()].map((sum) => ({ ...sum }));
  }
}
