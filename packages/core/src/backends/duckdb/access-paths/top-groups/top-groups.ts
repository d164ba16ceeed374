import { elementOf, type PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import type { AggregatedRows } from '../../../../shape/grouped/aggregated-rows.ts';
import type { TopGroups } from '../../../../shape/grouped/top-groups.ts';
import {
  type AccessPath,
  type Candidate,
  faultOfMerge,
  type Merge,
  type RouteContext,
} from '../../candidates/access-path.ts';
import { rowsOfStructure } from '../../candidates/estimates/structure-size.ts';
import { hasColumns, tableOf } from '../../candidates/relation/segment-rows.ts';
import { columnOf } from '../../candidates/structure.ts';
import { changedGroups, changesSince } from '../../candidates/totals/changed-groups.ts';
import { groupList } from '../../candidates/totals/group-lists.ts';
import { totalsCandidate } from '../../candidates/totals/totals-candidate.ts';
import { fitTotals, type Totals, type TotalsFit } from '../../candidates/totals/totals-fit.ts';
import { heldWhole } from '../../candidates/totals/whole-groups.ts';
import { totalsOf as totalsOfGroups } from '../group-totals/group-totals.ts';
import { tagEdits, tagRelation } from '../group-totals/tag-groups.ts';
import { changedLeaders, faultOfChanges } from './changed-leaders.ts';
import {
  groupsRetained,
  leadingMeasures,
  topGroupsStructure,
  totalsOf as totalsInstance,
} from './structure.ts';

/** The top groups of two segments need not be the top groups of both together. Groups that changed are computed anew. */
const topOfOne: Merge = {
  output: 'top',
  stale: 'refused',
  masked: 'signed rows',
  uncovered: 'groups of one',
};

/**
 * Answers `GROUP BY key ORDER BY sum(…) DESC LIMIT k` from the top-k groups by that sum. The groups of those that
 * pass WHERE and HAVING suffice if there are k; otherwise the guard fails, and another path is used.
 *
 * A thousand groups for each measure, whatever the size of the table. It needs one segment, and few rows
 * beside it: the groups of rows that were added or replaced since are computed from all groups, or, in a segment without these, from
 * the leading ones.
 */
export const topGroups: AccessPath = {
  name: 'top-groups',
  purpose: 'Groups that lead by a count or a sum',
  structure: topGroupsStructure,
  route(context) {
    const { question } = context;
    if (question.isInName) return 'the text around it is the name of a result column';
    const { unnested } = question;
    const rows = question.isResult
      ? question.aggregated
      : typeof unnested === 'string'
        ? unnested
        : unnested.rows;
    if (typeof rows === 'string') return rows;
    if (!rows.isResult) return 'the groups are not the result';
    const top = rows.topGroups;
    if (typeof top === 'string') return top;
    if (top.count > groupsRetained) return `LIMIT is above ${groupsRetained}`;
    const found = keptGroups(context, top);
    return typeof found === 'string' ? found : candidatesOf(context, rows, top, found);
  },
};

/** The instance that contains what the query needs, and the column of totals by which its groups are ranked. */
interface KeptGroups {
  readonly instance: PathInstance;
  readonly measure: string;
}

function keptGroups(context: RouteContext, { key, by }: TopGroups): KeptGroups | string {
  const { table } = context;
  const measure = by.kind === 'rows' ? 'rows' : `${by.column}_sum`;
  const instance = context.instances('top-groups').find((each) => elementOf(table, columnOf(each)) === key);
  if (instance === undefined || !leadingMeasures(table).includes(measure))
    return `there are no top groups by ${measure} of ${key}`;
  return { instance, measure };
}

function candidatesOf(
  context: RouteContext,
  rows: AggregatedRows,
  { wanted, key }: TopGroups,
  { instance, measure }: KeptGroups,
): Candidate[] | string {
  const { table, question, coverage } = context;
  const [live, more] = coverage.segments;
  const fault = faultOfMerge(topOfOne, context);
  if (live === undefined || more !== undefined || fault !== undefined)
    return fault ?? 'rows are in several segments';
  const { calls } = rows;
  if (typeof calls === 'string') return calls;
  const { structure } = instance;
  if (!hasColumns(context, structure, [`leads_${measure}`])) return 'it is not built';
  const totals = totalsOfGroups(context, totalsInstance(table, instance), structure);
  const fit = fitTotals(totals, rows, calls);
  if (typeof fit === 'string') return fit;
  const faulty = faultOfChanges(context, totals, fit.measures);
  if (faulty !== undefined) return faulty;
  const list = groupList(totals.grain.columns, fit.measures);
  const { structure: all } = totalsInstance(table, instance);
  const changes = changesSince(context);
  const areAllKnown = hasColumns(context, all, []);
  const changed =
    changes === undefined || changes.rows === 0
      ? undefined
      : changedGroups(
          live,
          totals,
          changes,
          {
            ...{ structure: areAllKnown ? all : structure, ofRow: ofRow(context, totals), by: [key] },
            growing: areAllKnown ? undefined : measure,
          },
          [...new Set([...fit.measures, measure])].sort(),
        );
  const leading = groupsOfOneMeasure(context, structure);
  const whole = `SELECT ${list} FROM ${tableOf(live, structure)} WHERE leads_${measure}`;
  const groups =
    changed === undefined
      ? { parts: [whole], held: [] }
      : heldWhole(
          context,
          {
            parts: [changedLeaders({ live, totals, changed, areAllKnown, key, measure }, fit.measures)],
            held: [changed],
          },
          leading,
        );
  const part = groups.parts.join();
  const { unnested } = question;
  const written =
    typeof unnested === 'string' || question.isResult
      ? { relation: () => `(${part})`, edits: fit.edits satisfies TotalsFit['edits'] }
      : { relation: () => tagRelation(table, unnested, [part]), edits: tagEdits(unnested, fit) };
  const found = { ...written, measures: fit.measures, merge: topOfOne, held: groups.held };
  const candidate = totalsCandidate(context, totals, found, { rows: leading });
  return [{ ...candidate, guard: { rowsMin: wanted } }];
}

/** The columns of the grain over rows. */
function ofRow({ table, question: { unnested } }: RouteContext, { grain }: Totals): string[] {
  const ofTable = new Set(table.columns.map(({ name }) => name));
  return grain.columns.map((name) =>
    ofTable.has(name) || typeof unnested === 'string'
      ? sqlWord(name)
      : `unnest(${sqlWord(unnested.list)}) AS ${sqlWord(name)}`,
  );
}

/** Estimated top rows by one measure: the structure contains those of all measures. */
function groupsOfOneMeasure(context: RouteContext, structure: string): number {
  const rows = rowsOfStructure(context, structure);
  return Math.min(rows, Math.max(groupsRetained, Math.ceil(rows / leadingMeasures(context.table).length)));
}
