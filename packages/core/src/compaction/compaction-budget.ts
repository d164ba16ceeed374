/** What compaction may use in an hour. */
export interface HourlyBudget {
  readonly bytesPerHour: number;
  readonly cpuSecondsPerHour: number;
}

/** What a compaction takes. */
export interface Cost {
  readonly bytesWritten: number;
  readonly cpuSeconds: number;
}

const hourMs = 3_600_000;

/**
 * A budget of bytes and CPU time that grows with time, up to what an hour gives. What costs more than an hour gives begins
 * when that is there as a whole, and the rest is owed: over days, no more is used than the budget.
 */
export class CompactionBudget {
  readonly #perHour: HourlyBudget;
  #bytes: number;
  #cpuSeconds: number;
  #at: number;

  /** `now`: milliseconds of any clock that does not step back. */
  constructor(perHour: HourlyBudget, now: number) {
    this.#perHour = perHour;
    this.#bytes = perHour.bytesPerHour;
    this.#cpuSeconds = perHour.cpuSecondsPerHour;
    this.#at = now;
  }

  /** Whether there is enough for this cost now. */
  allows({ bytesWritten, cpuSeconds }: Cost, now: number): boolean {
    this.#grow(now);
    const { bytesPerHour, cpuSecondsPerHour } = this.#perHour;
    return (
      this.#bytes >= Math.min(bytesWritten, bytesPerHour) &&
      this.#cpuSeconds >= Math.min(cpuSeconds, cpuSecondsPerHour)
    );
  }

  spend({ bytesWritten, cpuSeconds }: Cost, now: number): void {
    this.#grow(now);
    this.#bytes -= bytesWritten;
    this.#cpuSeconds -= cpuSeconds;
  }

  #grow(now: number): void {
    const hours = Math.max(0, now - this.#at) / hourMs;
    this.#at = now;
    const { bytesPerHour, cpuSecondsPerHour } = this.#perHour;
    this.#bytes = Math.min(bytesPerHour, this.#bytes + hours * bytesPerHour);
    this.#cpuSeconds = Math.min(cpuSecondsPerHour, this.#cpuSeconds + hours * cpuSecondsPerHour);
  }
}
