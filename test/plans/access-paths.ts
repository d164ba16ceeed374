import { ruleNames } from '../../packages/core/src/plan/index.ts';

/** A folder with fixtures, and what its questions are planned with. */
export interface FixtureFolder {
  /** Relative to `packages/core/src`. */
  readonly folder: string;
  /** Rules of the planner whose work the folder shows: all others are off, so that it is seen whatever it costs. */
  readonly rules: readonly string[];
  /** Of a rule that has several structures to choose from, those that are built. */
  readonly structures?: readonly string[];
  /** Whether what is run when nothing better holds, the base files, is shown. */
  readonly showsBase?: boolean;
}

/** Which rules of the planner answer for an access path. */
const rulesOfPaths: Readonly<Record<string, Omit<FixtureFolder, 'folder'>>> = {
  'base-scan': { rules: ['prune-files'], showsBase: true },
  'key-rows': { rules: ['id-rows'] },
  'owner-rows': { rules: ['author-rows'] },
  'tag-rows': { rules: ['hashtag-rows'] },
  'text-rows': { rules: ['word-rows'] },
  'top-rows': { rules: ['tier-rows'] },
  'late-materialisation': { rules: ['leading-first', 'filter-first'] },
  sample: { rules: ['sampled-rows'] },
  'table-totals': { rules: ['rollup-groups'], structures: ['totals'] },
  'time-totals': { rules: ['rollup-groups'], structures: ['rollup_month', 'rollup_day'] },
  'group-totals': {
    rules: ['rollup-groups', 'hashtag-totals'],
    structures: ['author_totals', 'music_totals', 'hashtag_totals'],
  },
  'top-groups': { rules: ['leading-groups'] },
  'native-scan': { rules: ['scan-segment'] },
};

export const fixtureFolders: readonly FixtureFolder[] = [
  ...Object.entries(rulesOfPaths).map(([path, own]) => ({ folder: `access-paths/${path}`, ...own })),
  { folder: 'plan', rules: ['stream-limit', 'push-limit'], showsBase: true },
];

/** Files are left out by WHERE whichever path reads the others. */
const alwaysOn = ['prune-files'];

export function rulesOffFor({ rules }: FixtureFolder): string[] {
  const unknown = rules.filter((name) => !ruleNames.includes(name));
  if (unknown.length > 0) throw new Error(`the planner has no rule ${unknown.join(', ')}`);
  return ruleNames.filter((name) => !rules.includes(name) && !alwaysOn.includes(name));
}
