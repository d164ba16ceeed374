import { randomInt } from 'node:crypto';
import { openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { startService } from '@sdq/server';
import { makeCustomer } from '../../support/customer.ts';
import { unlimited } from '../../support/test-service.ts';
import { mean, trim, welchT } from '../../support/welch.ts';
import { type Called, callSql } from '../service/call.ts';
import { makePlace } from '../service/place.ts';
import { admittedKiller } from './killers.ts';

/** What might tell a caller that another account asked the same before: bodies of a number each. */
const requests = {
  resultCache: (number: number) => ({
    query: `SELECT count(*) AS n FROM videos WHERE play_count <> -${number}`,
  }),
  // its result is not cached, its text is
  recentTexts: (number: number) => ({
    query: `SELECT count(*) AS n, random() AS r FROM videos WHERE play_count <> -${number}`,
  }),
  price: (number: number) => ({
    query: `SELECT video_id FROM videos WHERE play_count <> -${number}`,
    dry_run: true,
  }),
  crashMemory: (number: number) => ({ query: admittedKiller(number), timeout_ms: 10_000 }),
} as const;

export type Secret = keyof typeof requests;
export const secrets = Object.keys(requests) as Secret[];

export interface TimedSecret {
  secret: Secret;
  pairs: number;
  /** Welch's t between times of texts that another account asked just before, and of texts that nobody did. */
  t: number;
  /** Means without the slowest tenth. */
  askedMs: number;
  freshMs: number;
  /** Answers of either kind that said "hit". */
  hits: number;
  /** Pairs whose answers differ in status or in whether they were cached. */
  differing: number;
}

/**
 * One account asks a text; another one then asks it too, and a text of the same shape that nobody asked, in random
 * order, over HTTP.
 */
export async function answerTiming(options: {
  pairs: Readonly<Record<Secret, number>>;
  signal?: AbortSignal;
}): Promise<TimedSecret[]> {
  await using place = await makePlace();
  await using engine = await openEngine({ index: place.index, refreshMs: 0, threads: 1, processes: 2 });
  await using accounts = await openAccounts({ directory: place.accounts });
  const service = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits: unlimited });
  const [first, second] = [await makeCustomer(accounts), await makeCustomer(accounts)];
  let number = 1_000_000;
  const timed: TimedSecret[] = [];
  for (const secret of secrets) {
    const times = { asked: [] as number[], fresh: [] as number[] };
    let [hits, differing] = [0, 0];
    // the first tenth is not counted
    const warmUp = Math.ceil(options.pairs[secret] / 10);
    for (let pair = -warmUp; pair < options.pairs[secret]; pair++) {
      options.signal?.throwIfAborted();
      const bodies = { asked: requests[secret](++number), fresh: requests[secret](++number) };
      await callSql(service.url, first.key, bodies.asked);
      const seen = [];
      const kinds = ['asked', 'fresh'] as const;
      for (const kind of randomInt(2) === 1 ? kinds : kinds.toReversed()) {
        const startedAt = performance.now();
        const answer = await callSql(service.url, second.key, bodies[kind]);
        if (pair >= 0) times[kind].push(performance.now() - startedAt);
        const cache = cacheOf(answer);
        if (cache === 'hit') hits++;
        seen.push(`${answer?.status} ${cache}`);
      }
      if (seen[0] !== seen[1]) differing++;
    }
    const [asked, fresh] = [trim(times.asked), trim(times.fresh)];
    timed.push({
      secret,
      pairs: options.pairs[secret],
      t: Number(welchT(asked, fresh).toFixed(2)),
      askedMs: Number(mean(asked).toFixed(3)),
      freshMs: Number(mean(fresh).toFixed(3)),
      hits,
      differing,
    });
  }
  await service.close();
  return timed;
}

/** What an answer says about the cache. */
function cacheOf(answer: Called): string | undefined {
  return /"cache":"(\w+)"/.exec(JSON.stringify(answer?.body ?? ''))?.[1];
}
