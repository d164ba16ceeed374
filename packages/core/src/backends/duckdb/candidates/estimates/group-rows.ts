import type { RouteContext } from '../access-path.ts';
import { assumed } from './assumed.ts';

/** Estimated group sizes: rows of an owner, a tag, or a word. */
export interface GroupRows {
  /**
   * The median. It determines the cost of a speculative candidate that falls back when there are more rows: finding
   * that out costs almost nothing, and never trying it would lose it for all small groups.
   */
  readonly typical: number;
  /** The 99th percentile. It determines the cost of a candidate without a fallback. */
  readonly many: number;
}

/** The sum over a number of groups of a structure. */
export function rowsOfGroups({ coverage }: RouteContext, structure: string, groups = 1): GroupRows {
  const noted = coverage.statistics.structures.get(structure)?.groups;
  const { typical, many } =
    noted === undefined ? assumed.groupRows : { typical: noted.rows_median, many: noted.rows_p99 };
  return { typical: typical * groups, many: many * groups };
}
