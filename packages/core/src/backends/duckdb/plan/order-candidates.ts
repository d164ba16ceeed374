import { type Candidate, isSpeculative } from '../candidates/access-path.ts';
import { cost } from '../candidates/cost.ts';

/**
 * The plan that is taken where no other one answers. After one that fetches rows, that is so where there are more of them than usual,
 * and what these cost decides.
 */
export function certainAmong(candidates: readonly Candidate[]): Candidate | undefined {
  const certain = candidates.filter((candidate) => !isSpeculative(candidate)).sort(cheaperFirst);
  const [cheapest] = certain;
  if (cheapest === undefined || cheapest.cost === preferredCost) return cheapest;
  const isFallback = candidates.some((each) => isSpeculative(each) && each.cost < cheapest.cost);
  return isFallback ? certain.sort(cheaperAtMost)[0] : cheapest;
}

function cheaperAtMost(a: Candidate, b: Candidate): number {
  return a.costMost - b.costMost || a.cost - b.cost;
}

/** By costs, then by the costs of as many rows as guards allow. */
export function cheaperFirst(a: Candidate, b: Candidate): number {
  return a.cost - b.cost || a.costMost - b.costMost;
}

/**
 * Bounds the rows of a speculative candidate: it falls back when fetching them would cost more than the maximum cost
 * of a later candidate. The minimum cost of that one does not matter: with more rows than expected, it may fall back
 * too. Rows that are only a part of those of a key are bounded already, and hardly ever all fetched.
 */
export function bounded(candidate: Candidate, others: readonly Pick<Candidate, 'costMost'>[]): Candidate {
  if (candidate.fetched?.isPart === true) return candidate;
  const costOfOther = Math.min(...others.map(({ costMost }) => costMost));
  const { costOfBaseRow } = candidate;
  const least = candidate.cost < preferredCost ? 200 : costOfBaseRow === undefined ? 100 : 1;
  const worthwhile = Math.max(least, Math.floor(costOfOther / (costOfBaseRow ?? cost.fetchedRow)));
  return {
    ...candidate,
    steps: candidate.steps.map((step) => ({ ...step, rowsMax: Math.min(step.rowsMax, worthwhile) })),
  };
}

/** That of a certain candidate of the preferred path; speculative ones cost less, in the order that they have otherwise. */
const preferredCost = 1;

/** A candidate of an access path that is preferred at any cost. */
export function preferredCandidate(candidate: Candidate): Candidate {
  return { ...candidate, cost: isSpeculative(candidate) ? candidate.cost * 1e-12 : preferredCost };
}
