import type { Fuzzer } from '../fuzzer.ts';
import { runKillers } from './run-killers.ts';

/** Known kinds that cannot be told from the statement: `docs/gate.md`, "What ends DuckDB". */
const isContained = (end: string) => end === 'stuck';

export const killersFuzzer: Fuzzer = {
  about:
    'statements that the gate admits, with values at the edges of types, in a process that may end; 20,000',
  async run({ count = 20_000, seconds, seed, signal }) {
    const summary = await runKillers({ statements: count, seconds, seed, signal });
    return { passed: summary.killers.every(({ end }) => isContained(end)), figures: summary };
  },
};
