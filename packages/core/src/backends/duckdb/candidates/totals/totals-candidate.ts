import { sqlWord } from '@sdq/duckdb/sql';
import type { Candidate, Merge, RouteContext } from '../access-path.ts';
import { cost, nativeCost } from '../cost.ts';
import { rowCost } from '../estimates/cell-cost.ts';
import { bytesOfRows, rowsOfStructure } from '../estimates/structure-size.ts';
import { certainCandidate } from '../relation/certain-rows.ts';
import { baseFiles, tableOf } from '../relation/segment-rows.ts';
import { aliasOf } from './over-groups.ts';
import type { Totals, TotalsFit } from './totals-fit.ts';

/** Groups over all rows: they are valid while no row is stale, and uncovered rows are added. */
export const sumOfGroups: Merge = { output: 'sum', stale: 'refused', uncovered: 'groups of one' };

/** The groups, in place of the rows. */
export function totalsCandidate(
  context: RouteContext,
  { structure, grain }: Totals,
  { measures, ...found }: Pick<Candidate, 'relation' | 'edits' | 'merge'> & Pick<TotalsFit, 'measures'>,
  {
    rows = rowsOfStructure(context, structure),
    furtherNote = '',
  }: { rows?: number; furtherNote?: string } = {},
): Candidate {
  const { coverage, question, rows: rowsLeft } = context;
  const isNamed = (column: string) => question.columns === 'everything' || question.columns.has(column);
  const columns = grain.columns.filter(isNamed);
  // Groups are sorted by time: those of files that WHERE excludes are skipped.
  const share = grain.time === undefined ? 1 : Math.min(1, rowsLeft / Math.max(1, coverage.statistics.rows));
  const read = Math.ceil(rows * share);
  return certainCandidate({
    via: structure,
    ...found,
    rows: read,
    bytes: bytesOfRows(context, structure, read, columns.length + measures.length),
    cost:
      nativeCost(read, rowCost(context, columns) + measures.length * cost.totalsCell) +
      context.uncovered.reduce((sum, file) => sum + file.rows, 0) * cost.groupOfOne,
    note:
      grain.columns.length === 0
        ? 'from totals over all rows'
        : `from ${rows} groups by ${grain.columns.join(', ')}${furtherNote}`,
  });
}

/** The groups of all segments, and the rows of uncovered files as groups of one. */
export function groupRelation(context: RouteContext, totals: Totals, measures: readonly string[]): string {
  const { structure, grain } = totals;
  const { columns } = grain;
  const list = groupList(columns, measures);
  const parts = context.coverage.segments.map(
    (live) => `SELECT ${list} FROM ${tableOf(live, structure)} WHERE true`,
  );
  if (context.uncovered.length > 0)
    parts.push(`SELECT ${singleList(totals, columns.map(sqlWord), measures)} FROM ${baseFiles(context)}`);
  return `(${parts.join(' UNION ALL ')})`;
}

/** The columns of totals under the names that edits use. */
export function groupList(grain: readonly string[], measures: readonly string[]): string {
  return listOf([...grain.map(sqlWord), ...measures.map((total) => `${total} AS ${aliasOf(total)}`)]);
}

/** A row as a group of one; its grain as SQL. */
export function singleList(
  { measures: summed, times, figures = [] }: Totals,
  grain: readonly string[],
  measures: readonly string[],
): string {
  const all = new Map<string, string>([['rows', '1::BIGINT']]);
  for (const name of [...summed, ...times]) {
    const column = sqlWord(name);
    all.set(`${name}_rows`, `(${column} IS NOT NULL)::BIGINT`);
    if (!times.includes(name)) all.set(`${name}_sum`, `${column}::HUGEINT`);
    all.set(`${name}_min`, column);
    all.set(`${name}_max`, column);
  }
  for (const { name, single } of figures) all.set(name, single);
  return listOf([...grain, ...measures.map((total) => `${all.get(total)} AS ${aliasOf(total)}`)]);
}

function listOf(columns: readonly string[]): string {
  return columns.length === 0 ? '1 AS nothing' : columns.join(', ');
}
