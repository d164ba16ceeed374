import type { AnswerDigest } from '../measure/answer-digest.ts';
import { differenceOf } from '../measure/compare-answers.ts';
import type { Cost } from '../measure/measure.ts';
import { medianCost } from '../measure/statistics.ts';
import { PeerProcessEnded } from '../peers/process/peer-process-handle.ts';
import type { AskedQuery, Spelling, WorkloadQuery } from '../workload/query.ts';
import { type AskedContestant, type Contestant, spellFor } from './contestant.ts';

/** The result of one query with one contestant. */
export type Outcome =
  | {
      readonly status: 'measured';
      readonly median: Cost;
      /** The first run in this process, which also warms up caches. */
      readonly first: Cost;
      readonly runs: number;
      /** The difference between its answer and the expected one; absent if they agree. */
      readonly difference?: string;
    }
  | { readonly status: 'n/a' | 'timeout' | 'failed'; readonly reason: string };

export interface QueryResultRow {
  readonly name: string;
  readonly class: string;
  readonly sql: string;
  readonly agreement: string;
  /** The row count of the reference answer. */
  readonly rowCount: number | null;
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

export interface RunWorkloadOptions {
  readonly runs: number;
  readonly signal?: AbortSignal;
  onProgress?(text: string): void;
}

/** A query whose first run took longer than this is measured only once more. */
const slowMs = 30_000;

/**
 * Measures every query with every contestant, then compares all answers with those of `reference`. Comparing comes
 * last, so that its rows in JavaScript do not count as any contestant's memory.
 */
export async function runWorkload(
  queries: readonly WorkloadQuery[],
  contestants: readonly Contestant[],
  reference: Contestant,
  options: RunWorkloadOptions,
): Promise<QueryResultRow[]> {
  const measured: Map<string, Outcome>[] = [];
  for (const [index, query] of queries.entries()) {
    options.onProgress?.(`measuring ${index + 1}/${queries.length} ${query.name}`);
    measured.push(await measureQuery(query, contestants, options));
  }
  const rows: QueryResultRow[] = [];
  for (const [index, query] of queries.entries()) {
    options.onProgress?.(`comparing ${index + 1}/${queries.length} ${query.name}`);
    const { rowCount, outcomes } = await compareAnswers(
      query,
      contestants,
      reference,
      measured[index] ?? new Map(),
      options.signal,
    );
    const { name, sql, agreement } = query;
    rows.push({ name, class: query.class, sql, agreement, rowCount, outcomes: Object.fromEntries(outcomes) });
  }
  return rows;
}

/** A first run with each contestant, then alternating runs; the order rotates from run to run. */
export async function measureQuery(
  query: AskedQuery,
  contestants: readonly Contestant[],
  options: Pick<RunWorkloadOptions, 'runs' | 'signal'>,
): Promise<Map<string, Outcome>> {
  return await measureSpelled(
    new Map(contestants.map((contestant) => [contestant, spellFor(query, contestant)])),
    options,
  );
}

/**
 * The same for a query that is spelled for each contestant, or the reason why it cannot be. A list has another text for each
 * run, that of the first one first.
 */
export async function measureSpelled(
  spelled: ReadonlyMap<AskedContestant, Spelling | readonly string[]>,
  options: Pick<RunWorkloadOptions, 'runs' | 'signal'>,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const running = new Map<AskedContestant, { texts: readonly string[]; first: Cost; costs: Cost[] }>();
  for (const [contestant, spelling] of spelled) {
    options.signal?.throwIfAborted();
    if (typeof spelling === 'object' && 'cannot' in spelling)
      outcomes.set(contestant.name, { status: 'n/a', reason: spelling.cannot });
    else {
      const texts = typeof spelling === 'string' ? [spelling] : spelling;
      const first = await attempt(() => contestant.peer.measure(textOfRun(texts, 0)), options.signal);
      if ('failure' in first) outcomes.set(contestant.name, first.failure);
      else running.set(contestant, { texts, first: first.result, costs: [] });
    }
  }
  for (let run = 0; run < options.runs; run++) {
    const turn = run % Math.max(1, running.size);
    const order = [...running.keys()];
    for (const contestant of [...order.slice(turn), ...order.slice(0, turn)]) {
      options.signal?.throwIfAborted();
      const { texts, first, costs } = running.get(contestant) ?? { texts: [], first: undefined, costs: [] };
      if (first === undefined || (first.wallMs > slowMs && costs.length > 0)) continue;
      const cost = await attempt(() => contestant.peer.measure(textOfRun(texts, run + 1)), options.signal);
      if ('result' in cost) costs.push(cost.result);
      else {
        outcomes.set(contestant.name, cost.failure);
        running.delete(contestant);
      }
    }
  }
  for (const [{ name }, { first, costs }] of running) {
    outcomes.set(name, { status: 'measured', median: medianCost(costs), first, runs: costs.length });
  }
  return outcomes;
}

/** The text of a run, of which the first is 0: the last one where there are fewer. */
function textOfRun(texts: readonly string[], run: number): string {
  return texts[run] ?? texts.at(-1) ?? '';
}

async function compareAnswers(
  query: WorkloadQuery,
  contestants: readonly Contestant[],
  reference: Contestant,
  measured: ReadonlyMap<string, Outcome>,
  signal: AbortSignal | undefined,
): Promise<{ rowCount: number | null; outcomes: Map<string, Outcome> }> {
  // If the reference has no answer, the first contestant with one replaces it.
  const inTurn = [reference, ...contestants.filter((other) => other !== reference)];
  const spelled = new Map(inTurn.map((contestant) => [contestant, spellFor(query, contestant)]));
  const inOrder = contestants.flatMap(({ name }) => {
    const outcome = measured.get(name);
    return outcome === undefined ? [] : [[name, outcome] as const];
  });
  return await compareSpelled(spelled, query, new Map(inOrder), signal);
}

/** Adds to outcomes how the answers of other contestants differ from that of the first one that answered. */
export async function compareSpelled(
  spelled: ReadonlyMap<AskedContestant, Spelling>,
  query: Pick<WorkloadQuery, 'agreement'>,
  measured: ReadonlyMap<string, Outcome>,
  signal: AbortSignal | undefined,
): Promise<{ rowCount: number | null; outcomes: Map<string, Outcome> }> {
  const outcomes = new Map(measured);
  let expected: AnswerDigest | undefined;
  for (const [contestant, sql] of spelled) {
    const outcome = outcomes.get(contestant.name);
    if (outcome?.status !== 'measured' || typeof sql !== 'string') continue;
    const answer = await attempt(() => contestant.peer.digest(sql), signal);
    if ('failure' in answer) {
      const { reason } = answer.failure;
      outcomes.set(contestant.name, {
        ...outcome,
        difference: `its answer could not be compared: ${reason}`,
      });
    } else if (expected === undefined) expected = answer.result;
    else {
      const difference = differenceOf(query, answer.result, expected);
      if (difference !== undefined) outcomes.set(contestant.name, { ...outcome, difference });
    }
  }
  return { rowCount: expected?.rowCount ?? null, outcomes };
}

type Attempt<Result> =
  | { readonly result: Result }
  | { readonly failure: Extract<Outcome, { reason: string }> };

/** A query that fails or times out is a result; only cancellation ends the benchmark. */
async function attempt<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Attempt<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    signal?.throwIfAborted();
    const timedOut = error instanceof PeerProcessEnded && error.timedOut;
    const reason = ((error as Error).message.split('\n')[0] ?? '').slice(0, 300);
    return { failure: { status: timedOut ? 'timeout' : 'failed', reason } };
  }
}
