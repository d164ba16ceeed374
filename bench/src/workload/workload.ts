import { authorQueries } from './author.ts';
import { countQueries } from './count.ts';
import { distinctQueries } from './distinct.ts';
import { exportQueries } from './export.ts';
import { joinQueries } from './join.ts';
import type { WorkloadParameters } from './parameters.ts';
import { percentileQueries } from './percentile.ts';
import { pointQueries } from './point.ts';
import type { QueryFamily, WorkloadQuery } from './query.ts';
import { rollupQueries } from './rollup.ts';
import { sampleQueries } from './sample.ts';
import { tagQueries } from './tag.ts';
import { textQueries } from './text.ts';
import { topKQueries } from './top-k.ts';
import { trendQueries } from './trend.ts';
import { windowQueries } from './window.ts';

const families: readonly QueryFamily[] = [
  countQueries,
  topKQueries,
  pointQueries,
  authorQueries,
  tagQueries,
  textQueries,
  rollupQueries,
  trendQueries,
  percentileQueries,
  distinctQueries,
  joinQueries,
  windowQueries,
  sampleQueries,
  exportQueries,
];

/** Every query of the benchmark, with its parameters filled in. */
export function workload(parameters: WorkloadParameters): WorkloadQuery[] {
  return families.flatMap((family) => family(parameters));
}
