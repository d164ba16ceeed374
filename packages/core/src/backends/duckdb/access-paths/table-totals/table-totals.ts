import {
  type AccessPath,
  type Candidate,
  faultOfMerge,
  type Merge,
  type RouteContext,
} from '../../candidates/access-path.ts';
import { hasColumns } from '../../candidates/relation/segment-rows.ts';
import { figuresOf } from '../../candidates/totals/figures.ts';
import { measuresOf } from '../../candidates/totals/measures.ts';
import { retainedTotals } from '../../candidates/totals/retained-totals.ts';
import { groupRelation, sumOfGroups, totalsCandidate } from '../../candidates/totals/totals-candidate.ts';
import { distinctTotal, fitTotals, type Totals } from '../../candidates/totals/totals-fit.ts';
import { countedColumns, totalsStructure } from './structure.ts';

/** The distinct values of two parts may overlap. */
const distinctOfOne: Merge = { output: 'distinct', stale: 'refused', uncovered: 'refused' };

/**
 * Answers counts, sums and numbers of distinct values over all rows from one precomputed row.
 *
 * For queries without a condition that ask for nothing else. Distinct values are known only with a single segment and
 * no uncovered rows; sums also when rows were added since. One row, whatever the size of the table.
 */
export const tableTotals: AccessPath = {
  name: 'table-totals',
  purpose: 'Counts, sums and distinct values over all rows',
  structure: totalsStructure,
  route(context) {
    const [instance] = context.instances('table-totals');
    if (instance === undefined) return 'the table has no table totals';
    if (context.question.inExpression) return 'the text around it is the name of a result column';
    const rows = context.question.aggregated;
    if (typeof rows === 'string') return rows;
    const { calls } = rows;
    if (typeof calls === 'string') return calls;
    if (!hasColumns(context, instance.structure, [])) return 'it is not built';
    const fault = faultOfMerge(sumOfGroups, context);
    if (fault !== undefined) return fault;
    const isOnePart =
      context.coverage.segments.length === 1 && faultOfMerge(distinctOfOne, context) === undefined;
    const totals: Totals = retainedTotals(context, {
      structure: instance.structure,
      grain: { columns: [] },
      ...measuresOf(context.table),
      key: context.table.key.length === 1 ? context.table.key[0] : undefined,
      figures: figuresOf(context.table),
      distinct: isOnePart ? [...countedColumns(context.table).keys()] : [],
    });
    const fit = fitTotals(totals, rows, calls);
    return typeof fit === 'string' ? fit : [candidateOf(context, totals, fit)];
  },
};

function candidateOf(
  context: RouteContext,
  totals: Totals,
  { edits, measures }: { edits: Candidate['edits']; measures: readonly string[] },
): Candidate {
  const isDistinct = totals.distinct?.some((column) => measures.includes(distinctTotal(column))) === true;
  const merge = isDistinct ? distinctOfOne : sumOfGroups;
  return totalsCandidate(context, totals, {
    relation: groupRelation(context, totals, measures),
    edits,
    measures,
    merge,
  });
}
