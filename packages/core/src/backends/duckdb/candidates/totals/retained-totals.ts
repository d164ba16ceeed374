import type { RouteContext } from '../access-path.ts';
import { columnsOf } from '../relation/segment-rows.ts';
import { distinctTotal, type Totals } from './totals-fit.ts';

/**
 * Restricts totals, as they would be built today, to what a structure contains: one that was built before the table
 * got some column lacks it.
 */
export function retainedTotals(context: RouteContext, totals: Totals): Totals {
  const held = new Set(columnsOf(context, totals.structure));
  const { grain, measures, times, figures, distinct } = totals;
  return {
    ...totals,
    isMasked: context.coverage.rowsMasked > 0,
    grain: { ...grain, columns: grain.columns.filter((column) => held.has(column)) },
    measures: measures.filter((column) => held.has(`${column}_rows`)),
    times: times.filter((column) => held.has(`${column}_rows`)),
    ...(figures === undefined ? {} : { figures: figures.filter(({ name }) => held.has(name)) }),
    ...(distinct === undefined
      ? {}
      : { distinct: distinct.filter((column) => held.has(distinctTotal(column))) }),
  };
}
