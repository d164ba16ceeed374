/** One fault that `npm run faults` can bring about, at length. */
export interface Fault {
  /** What is done, in half a line. */
  about: string;
  /** The figures, and whether what must hold did. Rejects when the signal is aborted. */
  run(options: FaultOptions): Promise<{ holds: boolean; figures: object }>;
}

export interface FaultOptions {
  /** A number of repetitions, as `--scale` has it; at least 2. */
  scaled(count: number): number;
  signal: AbortSignal;
}

/** A fault from the work that makes its figures, and the law that they must obey. */
export function fault<Figures extends object>(
  about: string,
  work: (options: FaultOptions) => Promise<Figures>,
  holds: (figures: Figures) => boolean,
): Fault {
  return {
    about,
    async run(options) {
      const figures = await work(options);
      return { holds: holds(figures), figures };
    },
  };
}
