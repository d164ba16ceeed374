import { createHash } from 'node:crypto';
import type { SegmentEntry } from '@sdq/index';
import type { Structure } from '../candidates/structure.ts';

/** Tells whether a structure would be built the same today: a hash of its columns, SQL and order. */
export function definitionOf({ columns, sql, order, draft }: Structure): string {
  const content = JSON.stringify([columns, sql, order, draft ?? null]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Those of the structures that a segment has as they would be built today, and so is all that they were made from. */
export function currentStructures(
  structures: readonly Structure[],
  segment: Pick<SegmentEntry, 'structures'>,
): Structure[] {
  const current: Structure[] = [];
  const others: string[] = [];
  for (const structure of structures) {
    const isCurrent =
      segment.structures[structure.name]?.definition === definitionOf(structure) &&
      !structure.reads.some((read) => others.includes(read));
    if (isCurrent) current.push(structure);
    else others.push(structure.name);
  }
  return current;
}
