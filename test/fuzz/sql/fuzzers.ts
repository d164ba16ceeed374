import type { Fuzzer, FuzzerOptions } from '../fuzzer.ts';
import { runFuzz } from './run-fuzz.ts';
import { statementOf } from './statements.ts';

const show = (seed: number) => JSON.stringify(statementOf(seed), null, 2);

function fuzzerOf(about: string, usualCount: number, gateOnly: boolean): Fuzzer {
  return {
    about,
    show,
    async run({ count = usualCount, ...options }: FuzzerOptions & { signal: AbortSignal }) {
      const summary = await runFuzz({ ...options, statements: count, gateOnly });
      return { passed: summary.failures.length === 0, figures: summary };
    },
  };
}

export const sqlFuzzer = fuzzerOf(
  'statements through a whole engine: leaks, crashes, anything admitted that is no SELECT; 100,000',
  100_000,
  false,
);

export const gateFuzzer = fuzzerOf(
  'the same up to the plan only, nothing is run; 1,000,000',
  1_000_000,
  true,
);
