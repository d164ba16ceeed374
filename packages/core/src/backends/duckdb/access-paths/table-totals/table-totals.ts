import {
  type AccessPath,
  type Candidate,
  faultOfMerge,
  type Merge,
  type RouteContext,
} from '../../candidates/access-path.ts';
import { hasColumns } from '../../candidates/relation/segment-rows.ts';
import { changesSince } from '../../candidates/totals/changed-groups.ts';
import { figuresOf } from '../../candidates/totals/figures.ts';
import { groupRelation, united } from '../../candidates/totals/group-relation.ts';
import { measuresOf } from '../../candidates/totals/measures.ts';
import { retainedTotals } from '../../candidates/totals/retained-totals.ts';
import { faultOfExtremes, sumOfGroups, totalsCandidate } from '../../candidates/totals/totals-candidate.ts';
import { distinctTotal, fitTotals, type Totals } from '../../candidates/totals/totals-fit.ts';
import { heldWhole } from '../../candidates/totals/whole-groups.ts';
import { changedDistinct, distinctNow } from './changed-distinct.ts';
import { countedColumns, totalsStructure } from './structure.ts';

/** The distinct values of two segments may overlap. Those of changed rows are looked up in one. */
const distinctOfOne: Merge = {
  output: 'distinct',
  stale: 'refused',
  masked: 'signed rows',
  uncovered: 'groups of one',
};

/**
 * Answers counts, sums and numbers of distinct values over all rows from one precomputed row.
 *
 * For queries without a condition that ask for nothing else. Distinct values are known only with a single segment: of
 * the values of rows that were added or replaced since, the rows are counted once. One row, whatever the size of the table.
 */
export const tableTotals: AccessPath = {
  name: 'table-totals',
  purpose: 'Counts, sums and distinct values over all rows',
  structure: totalsStructure,
  route(context) {
    const [instance] = context.instances('table-totals');
    if (instance === undefined) return 'the table has no table totals';
    if (context.question.isInName) return 'the text around it is the name of a result column';
    const rows = context.question.aggregated;
    if (typeof rows === 'string') return rows;
    const { calls } = rows;
    if (typeof calls === 'string') return calls;
    if (!hasColumns(context, instance.structure, [])) return 'it is not built';
    const fault = faultOfMerge(sumOfGroups, context);
    if (fault !== undefined) return fault;
    const isOnePart = faultOfMerge(distinctOfOne, context) === undefined && hasRowsLeft(context);
    const totals: Totals = retainedTotals(context, {
      structure: instance.structure,
      grain: { columns: [] },
      ...measuresOf(context.table),
      key: context.table.key.length === 1 ? context.table.key[0] : undefined,
      figures: figuresOf(context.table),
      distinct: isOnePart ? countedNow(context) : [],
    });
    const fit = fitTotals(totals, rows, calls);
    if (typeof fit === 'string') return fit;
    return faultOfExtremes(context, totals, fit.measures) ?? [candidateOf(context, totals, fit)];
  },
};

/** Whether few rows have changed beside a single segment, of which some rows remain. */
function hasRowsLeft(context: RouteContext): boolean {
  const { rowsMasked, statistics } = context.coverage;
  return changesSince(context) !== undefined && rowsMasked < statistics.rows;
}

/** The columns whose distinct values are known, or can be told from the structures that there are and what has changed. */
function countedNow(context: RouteContext): string[] {
  const isChanged = (changesSince(context)?.rows ?? 0) > 0;
  return [...countedColumns(context.table)].flatMap(([column, structure]) =>
    isChanged && !hasColumns(context, structure, [column]) ? [] : [column],
  );
}

function candidateOf(
  context: RouteContext,
  totals: Totals,
  { edits, measures }: { edits: Candidate['edits']; measures: readonly string[] },
): Candidate {
  const distinct = totals.distinct?.filter((column) => measures.includes(distinctTotal(column))) ?? [];
  const merge = distinct.length > 0 ? distinctOfOne : sumOfGroups;
  const changes = changesSince(context);
  const [live] = context.coverage.segments;
  if (distinct.length === 0 || live === undefined || changes === undefined || changes.rows === 0) {
    const { held, parts } = heldWhole(context, groupRelation(context, totals, measures), 1);
    const relation = () => united({ parts });
    return totalsCandidate(context, totals, { relation, held, edits, measures, merge });
  }
  const counted = countedColumns(context.table);
  const changed = new Map(
    distinct.map((column) => {
      const structure = counted.get(column) ?? '';
      return [column, changedDistinct(context, live, changes, { column, structure })] as const;
    }),
  );
  const others = measures.filter((name) => !distinct.some((column) => distinctTotal(column) === name));
  const now = distinctNow(live, totals.structure, changed);
  const groups = others.length === 0 ? { parts: [], held: [] } : groupRelation(context, totals, others);
  const relation = () => `(${[...groups.parts, now].join(' UNION ALL BY NAME ')})`;
  const held = [...groups.held, ...changed.values()];
  return totalsCandidate(context, totals, { relation, held, edits, measures, merge });
}
