import type { RouteContext } from '../access-path.ts';
import { changedRelation } from '../relation/changed-relation.ts';
import { areHeldBeside } from '../relation/segment-rows.ts';
import { heldResult } from './changed-groups.ts';
import type { Groups } from './group-relation.ts';

/** Of structures with up to so many groups, processes hold all of them as they are now. */
const groupsMax = 50_000;

/**
 * The same groups as one table that processes hold, where they are few and follow from rows that are held: a query then
 * reads it as it reads a structure of which no row has changed. `rows`: the number of groups, about.
 */
export function heldWhole(
  context: RouteContext,
  { parts, held }: Groups,
  rows: number,
): Groups & { readonly isWhole: boolean } {
  const sql = parts.join(' UNION ALL ');
  const isChanged = held.length > 0 || context.uncovered.length > 0;
  if (!isChanged || rows > groupsMax || !areHeldBeside(context)) return { parts, held, isWhole: false };
  const whole = heldResult('whole', sql, rows);
  return { parts: [`SELECT * FROM ${changedRelation(whole)}`], held: [...held, whole], isWhole: true };
}
