import type { Retention } from '@sdq/index';
import { plural } from '../terminal/quantities.ts';

/** What is kept of tables, a line for each with a rule. */
export function retentionLines(retention: Retention): string[] {
  return Object.entries(retention).map(([table, { months, daily_after_months: daily }]) => {
    const parts = [
      ...(months === null ? [] : [`the last ${plural(months, 'month')}`]),
      ...(daily === null ? [] : [`one observation a day of what is older than ${plural(daily, 'month')}`]),
    ];
    return `Retention of ${table}: ${parts.join(', ')}`;
  });
}
