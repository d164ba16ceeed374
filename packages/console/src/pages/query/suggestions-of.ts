import { type ChartChoice, suggestCharts } from '../../chart/suggest-charts.ts';
import { columnStatistics } from '../../data/column-statistics.ts';
import type { Result } from '../../data/result.ts';

/** Charts that suit a result, from the types of its columns and how many different values they have. */
export function suggestionsOf(result: Result): ChartChoice[] {
  const known = new Map<number, number>();
  return suggestCharts(result, (index) => {
    const found = known.get(index) ?? columnStatistics(result, index).distinct ?? result.rows;
    known.set(index, found);
    return found;
  });
}
