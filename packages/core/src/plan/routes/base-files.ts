import { baseCost } from '../cost.ts';
import { relation } from '../relation.ts';
import type { Candidate, RouteContext } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';

/** What is always possible: the base files that WHERE leaves. */
export function baseCandidate(context: RouteContext): Candidate {
  const { table, files, columns, path } = context;
  return {
    via: 'base files',
    relation: relation(table, files, path),
    steps: [],
    edits: [],
    rowsMin: 0,
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    cost: baseCost(files, storedColumnsNeeded(table, columns)),
    note: `${files.length} files`,
  };
}
