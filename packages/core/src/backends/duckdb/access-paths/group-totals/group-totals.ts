import type { PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import {
  type AccessPath,
  type Candidate,
  faultOfMerge,
  type RouteContext,
} from '../../candidates/access-path.ts';
import { baseFiles, hasColumns, tableOf } from '../../candidates/relation/segment-rows.ts';
import { measuresOf } from '../../candidates/totals/measures.ts';
import { retainedTotals } from '../../candidates/totals/retained-totals.ts';
import {
  groupList,
  groupRelation,
  singleList,
  sumOfGroups,
  totalsCandidate,
} from '../../candidates/totals/totals-candidate.ts';
import { fitTotals, type Totals } from '../../candidates/totals/totals-fit.ts';
import { grainOf, groupStructure, isOfTags } from './structure.ts';
import { tagEdits, tagRelation } from './tag-groups.ts';

/**
 * Answers aggregates by owner, or by tag, from precomputed counts and sums.
 *
 * For groups of an owner and its names, and for tags: `(SELECT unnest(tags) AS tag, … FROM t)` returns a row for each
 * tag, with counts and sums beside it. Expressions outside aggregates must be the same for all rows of a group. The
 * path refuses when rows are stale; uncovered ones are groups of one. About 100 bytes per group.
 */
export const groupTotals: AccessPath = {
  name: 'group-totals',
  purpose: 'Counts and sums by owner or tag',
  structure: groupStructure,
  route(context) {
    const { question, table } = context;
    if (question.inExpression) return 'the text around it is the name of a result column';
    const instances = context.instances('group-totals');
    if (instances.length === 0) return 'the table has no group totals';
    const reasons: string[] = [];
    for (const instance of instances) {
      const found = isOfTags(table, instance) ? ofTags(context, instance) : ofOwners(context, instance);
      if (typeof found !== 'string') return [found];
      reasons.push(`${instance.structure}: ${found}`);
    }
    return reasons.join('; ');
  },
};

/** The totals of one instance of group totals, in its own structure or another one. */
export function totalsOf(
  context: RouteContext,
  instance: PathInstance,
  structure = instance.structure,
): Totals {
  const { table } = context;
  return retainedTotals(context, {
    structure,
    grain: { columns: grainOf(table, instance) },
    ...measuresOf(table),
  });
}

function ofOwners(context: RouteContext, instance: PathInstance): Candidate | string {
  const rows = context.question.aggregated;
  if (typeof rows === 'string') return rows;
  const { calls } = rows;
  if (typeof calls === 'string') return calls;
  const totals = totalsOf(context, instance);
  const fit = faultOf(context, instance) ?? fitTotals(totals, rows, calls);
  if (typeof fit === 'string') return fit;
  const relation = groupRelation(context, totals, fit.measures);
  return totalsCandidate(context, totals, {
    relation,
    edits: fit.edits,
    measures: fit.measures,
    merge: sumOfGroups,
  });
}

function ofTags(context: RouteContext, instance: PathInstance): Candidate | string {
  const { unnested } = context.question;
  if (typeof unnested === 'string') return unnested;
  if (unnested.list !== instance.column) return 'other tags are unnested';
  const { calls } = unnested.rows;
  if (typeof calls === 'string') return calls;
  const totals = totalsOf(context, instance);
  const fit = faultOf(context, instance) ?? fitTotals(totals, unnested.rows, calls);
  if (typeof fit === 'string') return fit;
  const { columns } = totals.grain;
  const parts = context.coverage.segments.map(
    (live) => `SELECT ${groupList(columns, fit.measures)} FROM ${tableOf(live, totals.structure)}`,
  );
  if (context.uncovered.length > 0)
    parts.push(
      `SELECT ${singleList(totals, [`unnest(${sqlWord(unnested.list)}) AS ${sqlWord(unnested.element)}`], fit.measures)} FROM ${baseFiles(context)}`,
    );
  const relation = tagRelation(context.table, unnested, parts);
  return totalsCandidate(context, totals, {
    relation,
    edits: tagEdits(unnested, fit),
    measures: fit.measures,
    merge: sumOfGroups,
  });
}

function faultOf(context: RouteContext, { structure }: PathInstance): string | undefined {
  return hasColumns(context, structure, []) ? faultOfMerge(sumOfGroups, context) : 'it is not built';
}
