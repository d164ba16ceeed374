import { runProgram } from '../support/runs/run-program.ts';
import type { FuzzerOptions } from './fuzzer.ts';
import { fuzzers } from './fuzzers.ts';

await runProgram<FuzzerOptions>({
  command: 'npm run fuzz --',
  purpose: `Makes inputs from a seed, and looks for what must not come of them. The same seed makes the same inputs. Without names:
all fuzzers, one after the other. The number of inputs that each has by itself stands at its end. A line every half
minute says that it goes on.`,
  runs: fuzzers,
  flags: {
    count: { type: 'string', placeholder: 'N', about: 'inputs at most, of each fuzzer' },
    seconds: { type: 'string', placeholder: 'S', about: 'seconds at most, of each fuzzer; default 7200' },
    seed: { type: 'string', placeholder: 'X', about: 'of the first input, default 1' },
    show: { type: 'boolean', about: 'print the input of the seed in place of running it (sql, gate)' },
  },
  read({ count, seconds = '7200', seed = '1', show = false }) {
    return {
      count: count === undefined ? undefined : wholeNumber('count', count),
      seconds: wholeNumber('seconds', seconds),
      seed: wholeNumber('seed', seed),
      show: show === true,
    };
  },
  instead(names, { show, seed }) {
    if (!show) return false;
    for (const name of names) {
      const text = fuzzers[name]?.show?.(seed);
      process.stdout.write(`${text ?? `${name}: one seed makes many inputs, which are not shown`}\n`);
    }
    return true;
  },
});

function wholeNumber(name: string, value: string | boolean): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new Error(`--${name} must be a whole number above 0, not ${value}`);
  }
  return number;
}
