/** Units of $0.0001 that one agent may spend. What a query can cost is taken before it runs, and the rest given back. */
export class Budget {
  readonly units: number;
  /** Most units of one call. */
  readonly perCall: number;
  #spent = 0;
  #reserved = 0;

  constructor(units: number, perCall: number) {
    this.units = units;
    this.perCall = perCall;
  }

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return Math.max(0, this.units - this.#spent - this.#reserved);
  }

  /** Runs work that may cost `most` units at most; `work` is told how much is left for it, and tells what it cost. */
  async spend<Result extends { cost: string }>(
    most: number | undefined,
    work: (allowed: number) => Promise<Result>,
  ): Promise<Result> {
    const allowed = Math.min(most ?? this.perCall, this.perCall, this.left);
    this.#reserved += allowed;
    try {
      const result = await work(allowed);
      this.#spent += unitsOf(result.cost);
      return result;
    } finally {
      this.#reserved -= allowed;
    }
  }
}

/** `$0.0100` as 100. */
export function unitsOf(dollars: string): number {
  return Math.round(Number(dollars.replace('$', '')) * 10_000);
}

/** 100 as `$0.0100`. */
export function dollarsOf(units: number): string {
  return `$${(units / 10_000).toFixed(4)}`;
}
