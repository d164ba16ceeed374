import { assertSameAnswer } from './measure/assert-same-answer.ts';
import { type Cost, measure, medianCost } from './measure/measure.ts';
import type { Peer } from './peers/peer.ts';
import type { WorkloadQuery } from './workload/query.ts';

/** One query's medians, ours and the peer's. */
export interface QueryResultRow {
  readonly name: string;
  readonly class: string;
  readonly sql: string;
  readonly rowCount: number;
  readonly agreement: string;
  readonly ours: Cost;
  readonly theirs: Cost;
  /** The first run of each, which also warms caches. */
  readonly oursFirst: Cost;
  readonly theirsFirst: Cost;
  /** How many times less CPU time, and wall time, we took. */
  readonly cpuRatio: number;
  readonly wallRatio: number;
}

export interface RunWorkloadOptions {
  readonly runs: number;
  readonly signal?: AbortSignal;
  onQuery?(query: WorkloadQuery, index: number, count: number): void;
}

/**
 * Every query: answers compared first, then both peers in turn, the first of each pair changing, medians over all
 * runs but the first.
 */
export async function runWorkload(
  queries: readonly WorkloadQuery[],
  ours: Peer,
  theirs: Peer,
  options: RunWorkloadOptions,
): Promise<QueryResultRow[]> {
  const rows: QueryResultRow[] = [];
  for (const [index, query] of queries.entries()) {
    options.signal?.throwIfAborted();
    options.onQuery?.(query, index, queries.length);
    const oursFirst = await measure(ours, query, options.signal);
    const theirsFirst = await measure(theirs, query, options.signal);
    const rowCount = await compare(query, ours, theirs);
    const costs: { ours: Cost[]; theirs: Cost[] } = { ours: [], theirs: [] };
    for (let run = 0; run < options.runs; run++) {
      options.signal?.throwIfAborted();
      if (run % 2 === 0) costs.ours.push(await measure(ours, query, options.signal));
      costs.theirs.push(await measure(theirs, query, options.signal));
      if (run % 2 === 1) costs.ours.push(await measure(ours, query, options.signal));
    }
    const oursMedian = medianCost(costs.ours);
    const theirsMedian = medianCost(costs.theirs);
    rows.push({
      name: query.name,
      class: query.class,
      sql: query.sql,
      agreement: query.agreement,
      rowCount,
      ours: oursMedian,
      theirs: theirsMedian,
      oursFirst,
      theirsFirst,
      cpuRatio: theirsMedian.cpuMs / oursMedian.cpuMs,
      wallRatio: theirsMedian.wallMs / oursMedian.wallMs,
    });
  }
  return rows;
}

/** Asserts that both give the same answer; settles with its number of rows. */
export async function compare(query: WorkloadQuery, ours: Peer, theirs: Peer): Promise<number> {
  const expected = await theirs.digest(query);
  assertSameAnswer(query, await ours.digest(query), expected);
  return expected.rowCount;
}
