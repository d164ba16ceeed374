import type { NamedRun, RunContext } from '../support/runs/named-run.ts';

/** Brings one kind of failure about, again and again, and says whether what must hold did. */
export type ChaosTest = NamedRun<ChaosOptions>;

export interface ChaosOptions {
  /** A number of repetitions, as `--scale` has it; at least 2. */
  scaled(count: number): number;
}

/** A chaos test from the work that makes its figures, and the law that they must obey. */
export function chaosTest<Figures extends object>(
  about: string,
  work: (options: ChaosOptions & RunContext) => Promise<Figures>,
  holds: (figures: Figures) => boolean,
): ChaosTest {
  return {
    about,
    async run(options) {
      const figures = await work(options);
      return { passed: holds(figures), figures };
    },
  };
}
