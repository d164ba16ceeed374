import { accessPaths } from '../../packages/core/src/backends/duckdb/access-paths/access-paths.ts';
import { ruleNames } from '../../packages/core/src/backends/duckdb/plan/plan.ts';

/** A folder with fixtures, and what its questions are planned with. */
export interface FixtureFolder {
  /** Relative to `packages/core/src/backends/duckdb`. */
  readonly folder: string;
  /** Rules of the planner whose work the folder shows: all others are off, so that it is seen whatever it costs. */
  readonly rules: readonly string[];
  /** Whether what is run when nothing better holds, the base files, is shown. */
  readonly showsBase?: boolean;
}

export const fixtureFolders: readonly FixtureFolder[] = [
  { folder: 'access-paths/base-scan', rules: ['prune-files'], showsBase: true },
  ...accessPaths.map(({ name }) => ({ folder: `access-paths/${name}`, rules: [name] })),
  { folder: 'plan', rules: ['stream-limit', 'push-limit'], showsBase: true },
  { folder: 'plan/utc-dates', rules: ['utc-dates'], showsBase: true },
  { folder: 'plan/caseless-search', rules: ['caseless-search'], showsBase: true },
  { folder: 'plan/small-side-first', rules: ['small-side-first'] },
  { folder: 'plan/merged-subqueries', rules: ['merge-subqueries'], showsBase: true },
  { folder: 'plan/counted-rows', rules: ['counted-rows'] },
  { folder: 'plan/row-answer', rules: ['key-rows', 'ordered-first', 'rows-as-stored'] },
];

/** Files are left out by WHERE whichever path reads the others. */
const alwaysOn = ['prune-files'];

export function rulesOffFor({ rules }: FixtureFolder): string[] {
  const unknown = rules.filter((name) => !ruleNames.includes(name));
  if (unknown.length > 0) throw new Error(`the planner has no rule ${unknown.join(', ')}`);
  return ruleNames.filter((name) => !rules.includes(name) && !alwaysOn.includes(name));
}
