import { sqlWord } from '@sdq/duckdb/sql';
import type { ChangedRows, LiveSegment } from '@sdq/index';
import type { RouteContext } from '../access-path.ts';
import { rowsBeside, tableOf } from '../relation/segment-rows.ts';
import { areFew, type Changes, changedGroups, groupsNow, replacedIn } from './changed-groups.ts';
import { groupList, singleList } from './group-lists.ts';
import { ownGroups, sameValues, signedRows, summed } from './signed-rows.ts';
import type { Totals } from './totals-fit.ts';

/** SQL over groups, and what it reads that processes hold. */
export interface Groups {
  /** SELECTs, to be united. */
  readonly parts: readonly string[];
  readonly held: readonly ChangedRows[];
}

/** The groups of all segments, and the rows of uncovered files as groups of one. */
export function groupRelation(context: RouteContext, totals: Totals, measures: readonly string[]): Groups {
  const { columns } = totals.grain;
  const read = { ofRow: columns.map(sqlWord), where: '' };
  const all = context.coverage.segments.map((live) => groupsOf(totals, live, measures, read));
  const parts = all.flatMap((groups) => groups.parts);
  if (context.uncovered.length > 0)
    parts.push(`SELECT ${singleList(totals, columns.map(sqlWord), measures)} FROM ${rowsBeside(context)}`);
  return { parts, held: all.flatMap(({ held }) => held) };
}

/** All groups as one relation. */
export function united({ parts }: Pick<Groups, 'parts'>): string {
  return `(${parts.join(' UNION ALL ')})`;
}

/** The groups of totals that are read: how a row gives their columns, and the condition on them, to follow AND. */
export interface ReadGroups {
  /** SQL of each column of the grain, with its name, over rows. */
  readonly ofRow: readonly string[];
  readonly where: string;
}

/**
 * The groups of a segment's totals. What its masked rows have added is subtracted again, in the groups that
 * have any: a group without rows vanishes, a sum without values is NULL. A least or greatest value that a masked row may
 * have had is apart, as a bound. Processes hold the groups of few masked rows; those of few `changes` have the added rows too.
 */
export function groupsOf(
  totals: Totals,
  live: LiveSegment,
  measures: readonly string[],
  { ofRow, where }: ReadGroups,
  changes: Changes = replacedIn(live),
): Groups {
  const { structure } = totals;
  const { columns } = totals.grain;
  const from = tableOf(live, structure);
  const whole = `SELECT ${groupList(columns, measures)} FROM ${from}`;
  const [replaced] = changes.replaced([...ofRow, ...measures]);
  if (replaced === undefined && changes.added.length === 0)
    return { parts: [`${whole} WHERE true${where}`], held: [] };
  if (replaced === undefined || areFew(changes)) {
    const held = changedGroups(live, totals, changes, { structure, ofRow, by: columns }, measures);
    return { parts: groupsNow(live, totals, held, measures, where), held: [held] };
  }
  const gone = `SELECT * FROM (${signedRows(totals, measures, ofRow, replaced, '-')}) WHERE true${where}`;
  const own = `${ownGroups(totals, measures)} FROM ${from}`;
  if (columns.length === 0)
    return { parts: [summed(totals, measures, [`${own} WHERE true${where}`, gone])], held: [] };
  const changed = `(SELECT DISTINCT ${ofRow.join(', ')} FROM ${replaced}) AS changed`;
  const isSame = sameValues(columns);
  const parts = [
    `${whole} AS own ANTI JOIN ${changed} ON ${isSame} WHERE true${where}`,
    summed(totals, measures, [`${own} AS own SEMI JOIN ${changed} ON ${isSame} WHERE true${where}`, gone]),
  ];
  return { parts, held: [] };
}
