import type { GroupRows, RouteContext } from '../access-path.ts';
import { assumed } from './assumed.ts';

/** With fewer rows than this, another condition is not looked up to leave some of them out. */
export const intersectedFrom = 50;

/** The sum over a number of groups of a structure. */
export function rowsOfGroups(
  { coverage }: Pick<RouteContext, 'coverage'>,
  structure: string,
  groups = 1,
): GroupRows {
  const noted = coverage.statistics.structures.get(structure)?.groups;
  const { typical, many } =
    noted === undefined ? assumed.groupRows : { typical: noted.rows_median, many: noted.rows_p99 };
  return { typical: typical * groups, many: many * groups };
}
