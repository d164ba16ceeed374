import { createHash } from 'node:crypto';
import { type ClaimedTick, type Principal, type RunEnd, savedLimits } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { FastifyBaseLogger } from 'fastify';
import { type MeteredRequest, metered } from '../request/metering.ts';
import { toAppError } from '../response/error-response.ts';
import { definitionOf, noSavedQuery, sqlOf } from '../saved/find-saved.ts';
import { toKept } from '../saved/kept-results.ts';
import { runToFile } from '../saved/run-to-file.ts';
import type { Services } from '../services.ts';
import { enterQueue } from '../sql/queue-place.ts';
import type { RetainedResult } from '../sql/retained-results.ts';
import { linesOf } from '../sql/row-lines.ts';
import { prepareQuery, termsOf } from '../sql/sql-query.ts';

/** What a run needs of the service. */
export type TickServices = Pick<Services, 'engine' | 'accounts' | 'prices' | 'sql' | 'platforms'>;

/** How long the result of a run is kept, unless newer ones take its place before. */
const resultMs = 90 * 86_400_000;

/**
 * Runs the saved query of a claimed tick, charges it, and ends the run. A failure ends the run too and is free. Errors:
 * those of the account database when the end cannot be written; the run then counts as lost.
 */
export async function runTick(
  services: TickServices,
  tick: ClaimedTick,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<void> {
  const { accounts } = services;
  const end = await outcomeOf(services, tick, { log, signal });
  try {
    await accounts.endScheduleRun(tick, end);
  } catch (error) {
    const isFull = error instanceof AppError && error.code === 'saved_limit_reached';
    if (!isFull || !end.ok) throw error;
    // it is charged, so that it succeeded; the run says that its result was not kept
    await accounts.endScheduleRun(tick, { ...end, result: undefined });
  }
}

async function outcomeOf(
  services: TickServices,
  tick: ClaimedTick,
  how: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<RunEnd> {
  try {
    return await run(services, tick, how);
  } catch (error) {
    const { code, message } = toAppError(error);
    if (code === 'internal_error') how.log.error({ err: error }, 'A run of a schedule failed');
    return { ok: false, code, message };
  }
}

async function run(
  services: TickServices,
  { schedule, requestId }: ClaimedTick,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<RunEnd> {
  const { engine, accounts, prices, sql, platforms } = services;
  const { accountId, scheduleId, queryId, maxCostUnits } = schedule;
  const saved = await accounts.findSavedQuery(accountId, queryId);
  if (saved === undefined) throw noSavedQuery();
  const definition = definitionOf(platforms, saved);
  const { platform } = definition;
  const principal: Principal = { accountId, keyId: scheduleId, kind: 'job', permissions: [platform] };
  using place = enterQueue(engine, principal);
  using hold = sql.snapshots.hold();
  const { snapshotId } = hold;
  const body = sqlOf(saved, 'ndjson', { max_cost: formatCost(maxCostUnits) });
  const asked = { principal, body, format: 'ndjson', place, snapshotId, pricedAt: Date.now() } as const;
  const query = await prepareQuery(services, definition, asked);
  const call: MeteredRequest = { id: requestId, method: 'SCHEDULE', principal, idempotency: null, log };
  let end: RunEnd | undefined;
  await metered({ accounts, prices }, call, `${platform}/sql`, termsOf(query), async (meter) => {
    const bytesMax = savedLimits.resultBytesMax;
    const { retained } = await runToFile(services, query, { signal, bytesMax });
    try {
      const { rowCount, truncated } = retained.summary;
      const rowsDigest = await digestOf(retained, signal);
      const result = await toKept(retained, resultMs);
      const settled = { isWhole: !truncated };
      const { units } = await meter.settle({ records: rowCount }, snapshotId, undefined, settled);
      end = { ok: true, rowCount, units, snapshotId, rowsDigest, result };
    } finally {
      retained.drop();
    }
  });
  if (end === undefined) throw new Error('A metered run has no end');
  return end;
}

/** Equal for the same columns and rows in any order: a query without ORDER BY has none. */
async function digestOf(retained: RetainedResult, signal: AbortSignal): Promise<string> {
  const { rowCount } = retained.summary;
  await using result = await retained.read({ first: 0, count: rowCount, without: [] }, { signal });
  const parts: Uint8Array[] = [];
  for await (const part of result.bytes('ndjson', { shape: 'arrays' })) parts.push(part);
  let sum = 0n;
  for (const line of linesOf(parts)) {
    sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
  }
  return createHash('sha256')
    .update(JSON.stringify([result.columns, rowCount, sum.toString(16)]))
    .digest('base64url');
}
