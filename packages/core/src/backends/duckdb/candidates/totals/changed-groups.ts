import { sqlWord } from '@sdq/duckdb/sql';
import { type ChangedRows, type LiveSegment, nameOfRows, replacedRows } from '@sdq/index';
import type { RouteContext } from '../access-path.ts';
import { changedRelation } from '../relation/changed-relation.ts';
import { rowsBeside, tableOf } from '../relation/segment-rows.ts';
import { groupList } from './group-lists.ts';
import { aliasOf } from './over-groups.ts';
import { combined, ownGroups, sameValues, signedRows } from './signed-rows.ts';
import type { Totals } from './totals-fit.ts';

/** Of up to so many changed rows, processes hold what follows from them: their groups, and the values they have. */
const changedRowsMax = 200_000;

/** Rows that a segment has no longer, and rows that it does not have yet, each as SQL for FROM. */
export interface Changes {
  /** With the columns that these texts name. */
  readonly replaced: (texts: readonly string[]) => readonly string[];
  readonly added: readonly string[];
  readonly rows: number;
}

/** What has changed since the only segment of a table was built; undefined where it has none, or several, or too much has. */
export function changesSince({ table, coverage, living }: RouteContext): Changes | undefined {
  const [live, more] = coverage.segments;
  if (live === undefined || more !== undefined || !coverage.isClean) return undefined;
  const uncovered = [...coverage.uncovered];
  const rows = coverage.rowsMasked + uncovered.reduce((sum, file) => sum + file.rows, 0);
  if (rows > changedRowsMax) return undefined;
  const added = uncovered.length === 0 ? [] : [rowsBeside({ table, coverage, living, uncovered })];
  return { ...replacedIn(live), added, rows };
}

/** The rows of a segment that were replaced or removed since. */
export function replacedIn({ masked }: LiveSegment): Changes {
  if (masked === undefined) return { replaced: () => [], added: [], rows: 0 };
  const replaced = (texts: readonly string[]) => [changedRelation(replacedRows(masked, texts))];
  return { replaced, added: [], rows: masked.rows };
}

/** Whether what follows from changes is worth holding. */
export function areFew({ rows }: Changes): boolean {
  return rows <= changedRowsMax;
}

export const placeColumn = '_sdq_place';
/** What changed rows add to a total of {@link Grouped.growing}. */
export const growthColumn = '_sdq_growth';
const rowsColumn = '_sdq_rows_left';

/** How groups are told apart. */
interface Grouped {
  /** The structure that has all groups, or some, of which the others do not have the values that they have now. */
  readonly structure: string;
  /** A count or a sum of which {@link growthColumn} tells what changed rows add; none by default. */
  readonly growing?: string | undefined;
  /** SQL of each column of the grain, with its name, over rows. */
  readonly ofRow: readonly string[];
  /** Columns of the grain: groups that have the values of a changed row in these count as changed. */
  readonly by: readonly string[];
}

/**
 * The changed groups of a structure with these totals as they are now, by their aliases; those without rows too, which
 * {@link rowsColumn} tells. {@link placeColumn} is the number of the group in the structure; NULL for a new group.
 */
export function changedGroups(
  live: LiveSegment,
  totals: Totals,
  { replaced: replacedWith, added, rows }: Changes,
  { structure, growing, ofRow, by }: Grouped,
  measures: readonly string[],
): ChangedRows {
  const replaced = replacedWith([...ofRow, ...measures]);
  const { columns } = totals.grain;
  const words = by.map(sqlWord).join(', ');
  const own = `${ownGroups(totals, measures)}, own.rowid AS ${placeColumn} FROM ${tableOf(live, structure)} AS own`;
  const growth =
    growing === undefined
      ? []
      : [`coalesce(sum(${sqlWord(growing)}) FILTER (${placeColumn} IS NULL), 0)::HUGEINT AS ${growthColumn}`];
  const isAll = by.length === 0;
  const parts = [
    isAll ? own : `${own} SEMI JOIN changed ON ${sameValues(by)}`,
    ...replaced.map((from) => signedRows(totals, measures, ofRow, from, '-')),
    ...added.map((from) => signedRows(totals, measures, ofRow, from, '+')),
  ];
  const names = [...replaced, ...added].map(
    (from) => `SELECT ${words} FROM (SELECT ${ofRow.join(', ')} FROM ${from})`,
  );
  const grain = columns.map(sqlWord);
  const list = measures.map((name) => `${combined(totals, name)} AS ${aliasOf(name)}`);
  const places = `max(${placeColumn}) AS ${placeColumn}, sum(rows)::BIGINT AS ${rowsColumn}`;
  const sql = `${isAll ? '' : `WITH changed AS MATERIALIZED (${names.join(' UNION ')})\n    `}SELECT ${[...grain, places, ...growth, ...list].join(', ')}
    FROM (${parts.join(' UNION ALL BY NAME ')})${grain.length === 0 ? '' : ` GROUP BY ${grain.join(', ')}`}`;
  return heldResult('groups', sql, rows);
}

/**
 * All groups of a structure as they are now: those that no changed row belongs to, which are told by their numbers, and
 * the changed ones. SELECTs, to be united; `where` follows AND.
 */
export function groupsNow(
  live: LiveSegment,
  totals: Totals,
  changed: ChangedRows,
  measures: readonly string[],
  where = '',
): string[] {
  const { columns } = totals.grain;
  const exact = changedRelation(changed);
  const now = `SELECT ${aliasList(columns, measures)} FROM ${exact} WHERE ${areLeft}${where}`;
  if (columns.length === 0) return [now];
  return [
    `SELECT ${groupList(columns, measures)} FROM ${tableOf(live, totals.structure)}
      WHERE rowid NOT IN (SELECT ${placeColumn} FROM ${exact} WHERE ${placeColumn} IS NOT NULL)${where}`,
    now,
  ];
}

/** The condition that a changed group has rows. */
export const areLeft = `${rowsColumn} > 0`;

/** The columns of {@link changedGroups} that stand for these totals. */
export function aliasList(columns: readonly string[], measures: readonly string[]): string {
  return [...columns.map(sqlWord), ...measures.map(aliasOf)].join(', ') || '1 AS nothing';
}

/** What follows from changed rows, held by each process: named by what it is read from. */
export function heldResult(kind: string, sql: string, rows: number): ChangedRows {
  return { name: nameOfRows(kind, sql), sql, rows, isHeld: true };
}
