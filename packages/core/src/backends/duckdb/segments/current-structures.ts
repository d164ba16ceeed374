import { createHash } from 'node:crypto';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { hasMeanBytes, type SegmentEntry } from '@sdq/index';
import type { Structure } from '../candidates/structure.ts';

/** A hash of a structure's columns, SQL and order: equal if it would be built the same way today. */
export function definitionOf({ columns, sql, order, draft }: Structure): string {
  const content = JSON.stringify([columns, sql, order, draft ?? null]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** The structures of a segment that would be built the same way today, and whose sources would be too. */
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

/** Whether a segment has statistics of every column and of these structures. */
export function hasStatistics(
  table: CatalogTable,
  structures: readonly Structure[],
  segment: Pick<SegmentEntry, 'statistics'>,
): boolean {
  const isNoted = ({ name, groupedBy }: Structure) => {
    const noted = segment.statistics?.structures[name];
    return noted !== undefined && (groupedBy === undefined || noted.groups !== undefined);
  };
  return hasAllColumns(table, segment) && structures.every(isNoted);
}

/** Whether a segment has statistics of every column that the table stores today, the mean bytes of texts included. */
export function hasAllColumns(
  table: CatalogTable,
  { statistics }: Pick<SegmentEntry, 'statistics'>,
): boolean {
  return storedColumns(table).every(({ name, type }) => {
    const noted = statistics?.columns[name];
    return noted !== undefined && (!hasMeanBytes(type) || noted.mean_bytes !== undefined);
  });
}
