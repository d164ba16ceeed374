import type { Fuzzer } from '../fuzzer.ts';
import { runFiles } from './run-files.ts';

export const filesFuzzer: Fuzzer = {
  about:
    'mutated files of all formats that are imported: no crash, no hang, no record unaccounted for; 100,000',
  async run({ count = 100_000, seconds, seed, signal }) {
    const summary = await runFiles({ files: count, seconds, seed, signal });
    return { passed: summary.wrong.length === 0, figures: summary };
  },
};
