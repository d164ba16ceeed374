import { runProgram } from '../support/runs/run-program.ts';
import { chaosTests } from './chaos-tests.ts';

await runProgram({
  command: 'npm run chaos --',
  purpose: `Brings failures about, again and again, and says whether what must hold did. Without names: all of them, some two
hours on 2 cores. A line every half minute says that it goes on.`,
  runs: chaosTests,
  flags: {
    scale: {
      type: 'string',
      placeholder: 'S',
      about: 'that part of the repetitions, default 1; 0.01 is a quick look',
    },
  },
  read({ scale: text = '1' }) {
    const scale = Number(text);
    if (!(scale > 0 && scale <= 1_000)) {
      throw new Error(`--scale must be a number above 0 and at most 1000, not ${text}`);
    }
    return { scaled: (count: number) => Math.max(2, Math.round(count * scale)) };
  },
});
