import type { QueryResultRow } from '../run/run-workload.ts';
import { judge, type Pair, pairsOf, type Verdict } from './comparison.ts';

type MeasuredRow = Pick<QueryResultRow, 'name' | 'outcomes'>;

export interface Judged {
  readonly pairs: readonly Pair[];
  readonly again: readonly Pair[];
  readonly verdicts: readonly Verdict[];
}

/**
 * The verdicts over a measured workload. One that does not hold counts only when it does not hold a second time:
 * `measureAgain` is given the queries that speak against it. A mean is measured again over all queries: over those
 * alone that were slow, some by chance, it would be too kind.
 */
export async function judgeTwice(
  rows: readonly MeasuredRow[],
  measureAgain: (queries: ReadonlySet<string>) => Promise<readonly MeasuredRow[]>,
): Promise<Judged> {
  const pairs = pairsOf(rows);
  const first = judge(pairs);
  const [mean, ...others] = first;
  if (first.every(({ holds }) => holds) || pairs.length === 0) return { pairs, again: [], verdicts: first };
  const queries =
    mean?.holds === false ? pairs.map(({ query }) => query) : others.flatMap((verdict) => verdict.queries);
  const again = pairsOf(await measureAgain(new Set(queries)));
  const second = judge(again);
  const verdicts = first.map((verdict, i) =>
    verdict.holds ? verdict : { ...(second[i] ?? verdict), before: verdict.value },
  );
  return { pairs, again, verdicts };
}
