import type { PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import type { AggregatedRows } from '../../../../shape/grouped/aggregated-rows.ts';
import {
  type AccessPath,
  type Candidate,
  faultOfMerge,
  type RouteContext,
} from '../../candidates/access-path.ts';
import { rowsOfStructure } from '../../candidates/estimates/structure-size.ts';
import { hasColumns, rowsBeside } from '../../candidates/relation/segment-rows.ts';
import { changedGroups, changesSince, groupsNow } from '../../candidates/totals/changed-groups.ts';
import { singleList } from '../../candidates/totals/group-lists.ts';
import { type Groups, groupRelation, groupsOf, united } from '../../candidates/totals/group-relation.ts';
import { measuresOf } from '../../candidates/totals/measures.ts';
import { retainedTotals } from '../../candidates/totals/retained-totals.ts';
import { faultOfExtremes, sumOfGroups, totalsCandidate } from '../../candidates/totals/totals-candidate.ts';
import { fitTotals, type Totals } from '../../candidates/totals/totals-fit.ts';
import { areGroups, withoutGrouping } from '../../candidates/totals/ungrouped.ts';
import { heldWhole } from '../../candidates/totals/whole-groups.ts';
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
  // Totals by tag take few bytes a row of the table: there are fewer tags than owners, sounds among them.
  compact: (table, instance) => (isOfTags(table, instance) ? groupStructure(table, instance) : undefined),
  route(context) {
    const { question, table } = context;
    if (question.isInName) return 'the text around it is the name of a result column';
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

/** With whether they are the groups that are asked for. */
function totalsFor(context: RouteContext, instance: PathInstance, { keys }: AggregatedRows): Totals {
  const totals = totalsOf(context, instance);
  return { ...totals, areGroups: areGroups(context, totals, keys) };
}

function ofOwners(context: RouteContext, instance: PathInstance): Candidate | string {
  const rows = context.question.aggregated;
  if (typeof rows === 'string') return rows;
  const { calls } = rows;
  if (typeof calls === 'string') return calls;
  const totals = totalsFor(context, instance, rows);
  const fit = faultOf(context, instance) ?? fitTotals(totals, rows, calls);
  if (typeof fit === 'string') return fit;
  const fault = faultOfExtremes(context, totals, fit.measures);
  if (fault !== undefined) return fault;
  const { measures } = fit;
  const ofRow = totals.grain.columns.map(sqlWord);
  const changed = groupsChanged(context, totals, ofRow, measures);
  const groups = changed ?? groupRelation(context, totals, measures);
  const { held, parts } = heldWhole(context, groups, rowsOfStructure(context, totals.structure));
  const relation = () => united({ parts });
  const { edits, isGrouped } = withoutGrouping(totals, rows, fit);
  const found = { relation, held, edits, measures, merge: sumOfGroups };
  return totalsCandidate(context, totals, found, { isGrouped });
}

function ofTags(context: RouteContext, instance: PathInstance): Candidate | string {
  const { unnested } = context.question;
  if (typeof unnested === 'string') return unnested;
  if (unnested.list !== instance.column) return 'other tags are unnested';
  const { calls } = unnested.rows;
  if (typeof calls === 'string') return calls;
  const totals = totalsFor(context, instance, unnested.rows);
  const fit = faultOf(context, instance) ?? fitTotals(totals, unnested.rows, calls);
  if (typeof fit === 'string') return fit;
  const fault = faultOfExtremes(context, totals, fit.measures);
  if (fault !== undefined) return fault;
  const ofRow = [`unnest(${sqlWord(unnested.list)}) AS ${sqlWord(unnested.element)}`];
  const { measures } = fit;
  const changed = groupsChanged(context, totals, ofRow, measures);
  const groups = changed ?? tagGroups(context, totals, ofRow, measures);
  const { parts, held } = heldWhole(context, groups, rowsOfStructure(context, totals.structure));
  const relation = () => tagRelation(context.table, unnested, parts);
  const { isGrouped, ...own } = withoutGrouping(totals, unnested.rows, fit);
  const found = { relation, held, edits: tagEdits(unnested, own), measures, merge: sumOfGroups };
  return totalsCandidate(context, totals, found, { isGrouped });
}

function tagGroups(
  context: RouteContext,
  totals: Totals,
  ofRow: readonly string[],
  measures: readonly string[],
): Groups {
  const all = context.coverage.segments.map((live) => groupsOf(totals, live, measures, { ofRow, where: '' }));
  const parts = all.flatMap((groups) => groups.parts);
  if (context.uncovered.length > 0)
    parts.push(`SELECT ${singleList(totals, ofRow, measures)} FROM ${rowsBeside(context)}`);
  return { parts, held: all.flatMap(({ held }) => held) };
}

/** Groups of which the changed ones are held; undefined where nothing has changed, or too much. */
function groupsChanged(
  context: RouteContext,
  totals: Totals,
  ofRow: readonly string[],
  measures: readonly string[],
): Groups | undefined {
  const changes = changesSince(context);
  const [live] = context.coverage.segments;
  if (changes === undefined || changes.rows === 0 || live === undefined) return undefined;
  const { structure, grain } = totals;
  const grouped = { structure, ofRow, by: grain.columns.slice(0, 1) };
  const held = changedGroups(live, totals, changes, grouped, [...measures].sort());
  return { parts: groupsNow(live, totals, held, measures), held: [held] };
}

function faultOf(context: RouteContext, { structure }: PathInstance): string | undefined {
  return hasColumns(context, structure, []) ? faultOfMerge(sumOfGroups, context) : 'it is not built';
}
