import { publicSelectList } from '@sdq/catalog';
import { lazily } from '@sdq/contract';
import type { FileEntry } from '@sdq/index';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import { type Candidate, type RouteContext, unionOfRows } from '../../candidates/access-path.ts';
import { baseCost } from '../../candidates/cost.ts';
import { testCost } from '../../candidates/estimates/cell-cost.ts';
import { certainCandidate } from '../../candidates/relation/certain-rows.ts';

/**
 * Reads the base files that zone maps do not exclude. Always possible, and the only path for a table without
 * segments.
 */
export function baseCandidate(context: RouteContext): Candidate {
  const { table, question, files, rows } = context;
  return certainCandidate({
    via: 'base files',
    readsSegments: false,
    merge: unionOfRows,
    relation: lazily(() => baseRelation(context, files)),
    rows,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    cost: baseCost(table, files, storedColumnsNeeded(table, question.columns)) + rows * testCost(context),
    note: `${files.length} files`,
  });
}

/** A table over these files, as SQL that can stand in a FROM clause. */
export function baseRelation(
  { table, living }: Pick<RouteContext, 'table' | 'living'>,
  files: readonly FileEntry[],
): string {
  return `(SELECT ${publicSelectList(table)} FROM ${living(files)})`;
}
