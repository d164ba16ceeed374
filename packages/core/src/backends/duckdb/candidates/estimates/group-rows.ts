import type { CoverageStatistics } from '@sdq/index';
import type { GroupRows, RouteContext } from '../access-path.ts';
import { assumed } from './assumed.ts';

/** With fewer rows than this, another condition is not looked up to leave some of them out. */
export const intersectedFrom = 50;

/** Rows of a frequent owner, tag or word. Statistics tell of the usual ones; but those that many rows have are asked for more often. */
const frequentRows = 30_000;

/** What {@link withFrequentGroups} made of the statistics of a snapshot. */
const known = new WeakMap<CoverageStatistics, CoverageStatistics>();

/** A context in whose statistics every owner, tag and word is a frequent one. */
export function withFrequentGroups(context: RouteContext): RouteContext {
  const { coverage } = context;
  const statistics = known.get(coverage.statistics) ?? frequent(coverage.statistics);
  known.set(coverage.statistics, statistics);
  return { ...context, coverage: { ...coverage, statistics } };
}

function frequent(statistics: CoverageStatistics): CoverageStatistics {
  const rows = Math.min(frequentRows, statistics.rows);
  const structures = new Map(
    [...statistics.structures].map(([name, { groups, ...structure }]) => {
      if (groups === undefined) return [name, structure];
      const most = Math.max(rows, groups.rows_p99);
      return [name, { ...structure, groups: { ...groups, rows_median: most, rows_p99: most } }];
    }),
  );
  return { ...statistics, structures };
}

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
