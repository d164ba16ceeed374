import type { QueryResultRow } from '../run/run-workload.ts';
import { judge, type Pair, pairsOf, type Verdict } from './comparison.ts';

type MeasuredRow = Pick<QueryResultRow, 'name' | 'outcomes'>;

export interface Judged {
  readonly pairs: readonly Pair[];
  readonly again: readonly Pair[];
  readonly verdicts: readonly Verdict[];
}

/**
 * The verdicts on a measured workload. A failed criterion counts only if it fails a second time: `measureAgain` gets
 * the queries that violate it. A mean is measured again over all queries, because measuring only the slow ones, some of
 * which were slow by chance, would be biased in favour of this checkout (regression to the mean).
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
