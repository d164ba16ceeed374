import { lazily } from '@sdq/contract';
import { sqlName } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import { integerDomain, restrictionOf } from '../../../../shape/filter/restriction.ts';
import { type AccessPath, type RouteContext, wholeSource } from '../../candidates/access-path.ts';
import { cost, nativeCost } from '../../candidates/cost.ts';
import { rowCost } from '../../candidates/estimates/cell-cost.ts';
import { bytesOfRows, rowsOfStructure } from '../../candidates/estimates/structure-size.ts';
import { certainCandidate } from '../../candidates/relation/certain-rows.ts';
import { relationOf } from '../../candidates/relation/relation.ts';
import { columnsOf, hasColumns, tableOf, wantedRows } from '../../candidates/relation/segment-rows.ts';
import { columnOf } from '../../candidates/structure.ts';
import { topStructure } from './structure.ts';

/**
 * Reads the top rows by a measure from its top-k partition, where WHERE allows none below the partition's threshold,
 * and offers them as a source for late materialisation.
 *
 * One row in 200, with its narrow columns. It is not for a threshold that most rows reach. It grows with the rows of
 * the table.
 */
export const topRows: AccessPath = {
  name: 'top-rows',
  purpose: 'Rows that lead by a measure',
  structure: topStructure,
  route(context) {
    const { table, question } = context;
    const top = partitionAsked(context);
    if (top === undefined) return 'no condition that only rows of a top-k partition pass';
    const needed = storedColumnsNeeded(table, question.columns);
    if (!hasColumns(context, top, needed)) return 'the query uses a column that the top-k partition lacks';
    const stored = columnsOf(context, top).filter((name) => name !== 'ordinal');
    const rows = rowsOfStructure(context, top);
    return [
      certainCandidate({
        via: top,
        relation: lazily(() => relationOf(context, stored, wantedRows(context, top, stored))),
        rows,
        bytes: bytesOfRows(context, top, rows, needed.length),
        cost: nativeCost(rows, rowCost(context, needed) + cost.nativeCell),
        note: `rows that lead, from ${top}`,
      }),
    ];
  },
  sources(context, { stored }) {
    const structure = partitionAsked(context);
    if (structure === undefined || !hasColumns(context, structure, stored)) return [];
    const rows = rowsOfStructure(context, structure);
    return [
      {
        ...wholeSource,
        structure,
        ordinal: 'ordinal',
        cost: nativeCost(rows, rowCost(context, stored) + cost.nativeCell),
      },
    ];
  },
  leadingSources(context, { stored }, { terms: [first] }) {
    const instance = context.instances('top-rows').find((each) => columnOf(each) === first?.column);
    if (instance === undefined || first?.isFalling !== true) return [];
    const { structure } = instance;
    if (!hasColumns(context, structure, stored)) return [];
    const rows = rowsOfStructure(context, structure);
    return [
      {
        ...wholeSource,
        structure,
        where: () => reachesThresholds(context.coverage.segments, structure, columnOf(instance)),
        ordinal: 'ordinal',
        isPartial: true,
        cost: nativeCost(rows, rowCost(context, stored) + cost.nativeCell),
      },
    ];
  },
};

/** Above the highest threshold, every row of every segment is in its partition. */
function reachesThresholds(segments: readonly LiveSegment[], structure: string, measure: string): string {
  if (segments.length === 1) return 'true';
  const column = sqlName(measure);
  const thresholds = segments.map((live) => `(SELECT min(${column}) FROM ${tableOf(live, structure)})`);
  return `${column} >= greatest(${thresholds.join(', ')})`;
}

/** The smallest partition that contains all rows that pass WHERE. */
function partitionAsked(context: RouteContext): string | undefined {
  const { coverage, question } = context;
  const asked = context.instances('top-rows').flatMap((instance) => {
    const { structure } = instance;
    const threshold = coverage.thresholds.get(structure);
    if (threshold === undefined) return [];
    const left = restrictionOf(question.filter, columnOf(instance), integerDomain);
    const isAbove = left !== 'everything' && left.every(({ min }) => min !== undefined && min >= threshold);
    return isAbove ? [structure] : [];
  });
  return asked.sort((a, b) => rowsOfStructure(context, a) - rowsOfStructure(context, b))[0];
}
