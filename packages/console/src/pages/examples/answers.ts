import stored from './generated/answers.json';

/** Lists of numbers: what they are depends on the chart, as `example-picture.tsx` draws it. */
export type Answer = readonly (readonly (number | null)[])[];

/** By the title of the example: its answer over the sample index, which `npm run console:examples` writes. */
export const answers: Readonly<Record<string, Answer>> = stored;
