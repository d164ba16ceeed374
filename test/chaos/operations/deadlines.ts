import { openAccounts } from '@sdq/accounts';
import { startService } from '@sdq/server';
import { unlimited } from '../../support/test-service.ts';
import { bombs } from '../bombs/bombs.ts';
import { callSql } from '../service/call.ts';
import { makePlace } from '../service/place.ts';
import { slowToBind } from './slow-to-bind.ts';
import { openUngatedEngine, ungated } from './ungated-engine.ts';

interface Asked {
  name: string;
  query: string;
  dry_run?: boolean;
}

/** Past the gate; those that only an interrupt or a kill stops stand last in the list of bombs, and first here. */
export const everyBomb: readonly Asked[] = bombs
  .map(({ name, sql }) => ({ name, query: `${ungated}${sql}` }))
  .reverse();

/** Through the gate: run, and planned only. */
export const everySlowToBind: readonly Asked[] = slowToBind.flatMap(({ name, sql }) => [
  { name, query: sql },
  { name: `${name}, planned only`, query: sql, dry_run: true },
]);

export interface DeadlineResult {
  queries: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  unanswered: number;
  /** The latest answer after its deadline, and whose it was. */
  lateMsMax: number;
  latest: string;
}

/** Queries that ask for far more than they may have, and how long after its deadline each was answered. */
export async function deadlines(options: {
  asked: readonly Asked[];
  queries: number;
  timeoutMs: number;
  signal?: AbortSignal;
}): Promise<DeadlineResult> {
  await using place = await makePlace();
  await using opened = await openUngatedEngine(place.index);
  await using accounts = await openAccounts({ directory: place.accounts });
  const { engine } = opened;
  const service = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits: unlimited });
  const result: DeadlineResult = {
    queries: options.queries,
    statuses: {},
    unanswered: 0,
    lateMsMax: Number.NEGATIVE_INFINITY,
    latest: '',
  };
  for (let i = 0; i < options.queries; i++) {
    options.signal?.throwIfAborted();
    const { name = '', ...asked } = options.asked[i % options.asked.length] ?? {};
    const startedAt = performance.now();
    const body = { ...asked, timeout_ms: options.timeoutMs };
    const answer = await callSql(service.url, place.key, body);
    const lateMs = Math.round(performance.now() - startedAt - options.timeoutMs);
    if (lateMs > result.lateMsMax) Object.assign(result, { lateMsMax: lateMs, latest: name });
    if (answer === undefined) result.unanswered++;
    const status = String(answer?.status ?? 'none');
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  }
  await service.close();
  return result;
}
