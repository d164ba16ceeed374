import type { NamedRun } from '../support/runs/named-run.ts';

/** Makes inputs from a seed, and looks for what must not come of them. */
export type Fuzzer = NamedRun<FuzzerOptions> & {
  /** The input of a seed as JSON, where one seed is one input. */
  readonly show?: (seed: number) => string;
};

export interface FuzzerOptions {
  /** Inputs at most; undefined: as many as the fuzzer has by itself. */
  readonly count: number | undefined;
  /** Seconds at most. */
  readonly seconds: number;
  /** Of the first input. */
  readonly seed: number;
  /** Whether the inputs are only shown. */
  readonly show: boolean;
}
