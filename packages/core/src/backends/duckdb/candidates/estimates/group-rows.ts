import type { RouteContext } from '../access-path.ts';
import { assumed } from './assumed.ts';

/** How many rows a group has, about: an owner's, a tag's, a word's. */
export interface GroupRows {
  /**
   * The median. By it goes the cost of a way that is given up when there are more rows: finding that out costs next to
   * nothing, and a way that is not tried is lost to all groups that are small.
   */
  readonly typical: number;
  /** What 99 of 100 groups do not exceed. By it goes the cost of a way that is not given up. */
  readonly many: number;
}

/** Of so many groups of a structure together. */
export function rowsOfGroups({ coverage }: RouteContext, structure: string, groups = 1): GroupRows {
  const noted = coverage.statistics.structures.get(structure)?.groups;
  const { typical, many } =
    noted === undefined ? assumed.groupRows : { typical: noted.rows_median, many: noted.rows_p99 };
  return { typical: typical * groups, many: many * groups };
}
