import type { Candidate, FoundRows, RouteContext } from '../access-path.ts';
import { semiJoin } from './certain-rows.ts';
import { fetchOrdinals } from './fetched-rows.ts';

/** Candidates for rows that are found by ordinals: they are fetched, or read from the native scan by a semi-join. */
export function foundCandidates(
  context: RouteContext,
  { ordinals, rows, cost, constants }: Omit<FoundRows, 'note'>,
  note: string,
): Candidate[] {
  const joined = semiJoin(context, ordinals, rows.many, note, constants);
  const fetched = fetchOrdinals(context, ordinals, { rows: rows.typical, note });
  return withCost(joined === undefined ? [fetched] : [fetched, joined], cost);
}

/** The same candidates with a further cost, in microseconds. */
export function withCost(candidates: readonly Candidate[], further: number): Candidate[] {
  return candidates.map((candidate) => ({
    ...candidate,
    cost: candidate.cost + further,
    costMost: candidate.costMost + further,
  }));
}
