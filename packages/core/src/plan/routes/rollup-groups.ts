import { sqlString } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { measuredColumns } from '../../structures/measures.ts';
import { distinctColumns } from '../../structures/totals.ts';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext, RouteRule } from '../rule.ts';
import { columnTest, faultOfFrom } from '../shape/where-applies.ts';
import { certainWay } from './candidates.ts';
import {
  type AggregatedRows,
  fitRollup,
  monthOf,
  type Rollup,
  type RollupFit,
  rolledUses,
  staleFiles,
} from './rollup-fit.ts';
import { baseFiles, freshOnly, rowsOfStructure, tableOf } from './structure-relation.ts';

const byTime = ['create_time', 'region', 'language', 'is_ad'];

/** The smallest first: the first that fits is taken. */
const rollups: readonly Rollup[] = [
  { structure: 'totals', grain: [], distinct: distinctColumns },
  { structure: 'rollup_month', grain: byTime, period: 'month' },
  { structure: 'rollup_day', grain: byTime, period: 'day' },
  { structure: 'author_totals', grain: ['author_id', 'author'] },
  { structure: 'music_totals', grain: ['music_id', 'music_title', 'music_author'] },
];

/**
 * Answers aggregates from counts and sums made before: `count(*)` becomes a sum of counts, and so on. Rows that are
 * in no group yet are groups of one. What stands outside of aggregates must be the same for all rows of a group.
 */
export const rollupGroups: RouteRule = {
  name: 'rollup-groups',
  propose(context) {
    if (context.reference.inExpression) return 'the text around it is the name of a result column';
    const rows = aggregatedRows(context);
    if (typeof rows === 'string') return rows;
    const uses = rolledUses(context, rows.select);
    if (typeof uses === 'string') return uses;
    const reasons: string[] = [];
    for (const rollup of rollups) {
      const found = fitRollup(context, rollup, rows, uses);
      if (typeof found === 'string') reasons.push(`${rollup.structure}: ${found}`);
      else return [candidateOf(context, rollup, rows, found)];
    }
    return reasons.join('; ');
  },
};

/** The rows of the reference as its own SELECT aggregates them; one line on why it does not. */
export function aggregatedRows({ reference, table }: RouteContext): AggregatedRows | string {
  const { select, node } = reference;
  return (
    faultOfFrom(reference) ?? {
      select,
      columns: table.columns.map(({ name }) => name),
      test: (column) => columnTest(select, node, column),
      relation: (parts) => `(${parts.join(' UNION ALL ')})`,
      edits: ({ edits }) => edits,
    }
  );
}

function candidateOf(context: RouteContext, rollup: Rollup, rows: AggregatedRows, fit: RollupFit): Candidate {
  const { coverage, uncovered } = context;
  const list = groupList(rollup.grain, fit.measures);
  const days = [...fit.splitDays].map((day) => `TIMESTAMPTZ '${day} 00:00:00+00'`);
  const apart = days.length === 0 ? '' : ` AND create_time NOT IN (${days.join(', ')})`;
  const parts = coverage.segments.map(
    (live) =>
      `SELECT ${list} FROM ${tableOf(live, rollup.structure)} WHERE true${freshMonths(live, rollup)}${apart}`,
  );
  const single = singleList(rollup.grain, fit.measures);
  for (const live of coverage.segments) {
    for (const day of days)
      parts.push(
        `SELECT ${single} FROM ${tableOf(live, 'scan')} WHERE create_time >= ${day} AND create_time < ${day} + INTERVAL 1 DAY${freshOnly(live, 'rowid')}`,
      );
  }
  if (uncovered.length > 0) parts.push(`SELECT ${single} FROM ${baseFiles(context)}`);
  const daysNote = days.length === 0 ? '' : `, ${days.length} days row by row`;
  const groups = rowsOfStructure(context, rollup.structure);
  return rollupWay(context, rollup, groups, rows.relation(parts), rows.edits(fit), daysNote);
}

/** The groups, in place of the rows. */
export function rollupWay(
  context: RouteContext,
  { structure, grain }: Rollup,
  rows: number,
  relation: string,
  edits: Candidate['edits'],
  furtherNote = '',
): Candidate {
  return certainWay({
    via: structure,
    relation,
    edits,
    rows,
    bytes: rows * 16,
    cost:
      cost.start +
      rows * cost.nativeCell * 4 +
      context.uncovered.reduce((sum, file) => sum + file.rows, 0) * 0.1,
    note:
      grain.length === 0
        ? 'from totals over all rows'
        : `from ${rows} groups by ${grain.join(', ')}${furtherNote}`,
  });
}

/** A rollup's columns under the names that edits use. */
export function groupList(grain: readonly string[], measures: readonly string[]): string {
  return listOf([...grain, ...measures.map((name) => `${name.replace('_sdq_', '')} AS ${name}`)]);
}

/** A row as a group of one. */
export function singleList(grain: readonly string[], measures: readonly string[]): string {
  const all = new Map<string, string>([['_sdq_rows', '1::BIGINT']]);
  for (const name of measuredColumns) {
    all.set(`_sdq_${name}_rows`, `(${name} IS NOT NULL)::BIGINT`);
    all.set(`_sdq_${name}_sum`, `${name}::HUGEINT`);
    all.set(`_sdq_${name}_min`, name);
    all.set(`_sdq_${name}_max`, name);
  }
  return listOf([...grain, ...measures.map((name) => `${all.get(name)} AS ${name}`)]);
}

function listOf(columns: readonly string[]): string {
  return columns.length === 0 ? '1 AS nothing' : columns.join(', ');
}

function freshMonths({ segment, stale }: LiveSegment, { period }: Rollup): string {
  if (period === undefined) return '';
  return staleFiles(segment, stale)
    .map((file) => monthOf(file) ?? '')
    .map((month) => `TIMESTAMPTZ ${sqlString(`${month}-01 00:00:00+00`)}`)
    .map((begin) => ` AND NOT (create_time >= ${begin} AND create_time < ${begin} + INTERVAL 1 MONTH)`)
    .join('');
}
