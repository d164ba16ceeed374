import { baseCost } from '../cost.ts';
import { relation } from '../relation.ts';
import type { Candidate, RouteContext } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import { certainWay } from './candidates.ts';

/** What is always possible: the base files that WHERE leaves. */
export function baseCandidate(context: RouteContext): Candidate {
  const { table, files, columns, rows, path } = context;
  return certainWay({
    via: 'base files',
    relation: relation(table, files, path),
    rows,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    cost: baseCost(files, storedColumnsNeeded(table, columns)),
    note: `${files.length} files`,
  });
}
