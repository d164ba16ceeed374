import type { PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import { restrictionOf, timeDomainOf } from '../../../../shape/filter/restriction.ts';
import { type AccessPath, type RouteContext, wholeSource } from '../../candidates/access-path.ts';
import { nativeCost } from '../../candidates/cost.ts';
import { rowCost } from '../../candidates/estimates/cell-cost.ts';
import { passingRows, rowsWithin } from '../../candidates/estimates/selectivity.ts';
import { clusteredRows } from '../../candidates/relation/clustered-rows.ts';
import { hasColumns } from '../../candidates/relation/segment-rows.ts';
import { within } from '../../candidates/relation/time-spans.ts';
import { columnOf, storedColumn } from '../../candidates/structure.ts';
import { timeRowsStructure } from './structure.ts';

/** Rows of a row group of DuckDB: the minimum that is read for the first rows. */
const rowGroupRows = 122_880;

/** The times that WHERE allows. */
interface TimeCondition {
  readonly instance: PathInstance;
  /** The exact condition on rows of those times. */
  readonly where: string;
}

/**
 * Finds the rows of a span of time, which are clustered, newest first, in a table that is not partitioned by month.
 *
 * For a day or a month of comments, posts or tweets, and for the newest of them. Columns that the structure contains
 * are read from it; others are fetched, or, where the span has very many rows, read by a semi-join. 20 to 40 bytes
 * per row. It does not support queries without a bound on the time, nor the oldest rows of all.
 */
export const timeRows: AccessPath = {
  name: 'time-rows',
  purpose: 'Rows of a span of time, newest first',
  structure: timeRowsStructure,
  compact: () => undefined,
  route(context) {
    if (context.instances('time-rows').length === 0) return 'the table has no rows by time';
    const condition = timeCondition(context);
    if (condition === undefined) return 'no condition that bounds the time';
    const { instance, where } = condition;
    const { structure } = instance;
    if (!hasColumns(context, structure, [])) return `${structure} is not built`;
    const rows = passingTimes(context, instance);
    const note = `by ${columnOf(instance)}`;
    return clusteredRows(context, { structure, where, rows: { typical: rows, many: rows }, note });
  },
  sources(context, { stored }) {
    const condition = timeCondition(context);
    if (condition === undefined || !hasColumns(context, condition.instance.structure, stored)) return [];
    const { instance, where } = condition;
    const { structure } = instance;
    const cost = nativeCost(passingTimes(context, instance), rowCost(context, stored));
    const falling = columnOf(instance);
    return [{ ...wholeSource, structure, where: () => where, ordinal: 'ordinal', falling, cost }];
  },
  /** The newest rows come first: rows after the last one needed are not read. */
  leadingSources(context, { stored }, { terms: [first], count }) {
    const instance = context.instances('time-rows').find((each) => columnOf(each) === first?.column);
    if (instance === undefined || first?.isFalling !== true) return [];
    const { structure } = instance;
    if (!hasColumns(context, structure, stored)) return [];
    const share = Math.min(1, count / Math.max(1, passingRows(context)));
    const rows = Math.min(context.rows, Math.max(rowGroupRows, context.rows * share));
    const falling = columnOf(instance);
    return [
      {
        ...wholeSource,
        structure,
        ordinal: 'ordinal',
        falling,
        cost: nativeCost(rows, rowCost(context, stored)),
      },
    ];
  },
};

function timeCondition(context: RouteContext): TimeCondition | undefined {
  for (const instance of context.instances('time-rows')) {
    const column = columnOf(instance);
    const spans = restrictionOf(
      context.question.filter,
      column,
      timeDomainOf(storedColumn(context.table, column).type),
    );
    if (spans !== 'everything') return { instance, where: within(sqlWord(column), spans) };
  }
  return undefined;
}

/** Estimated rows of the times that WHERE allows. */
function passingTimes(context: RouteContext, { column = '' }: PathInstance): number {
  return rowsWithin(context, column);
}
