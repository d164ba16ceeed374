import type { PlatformDefinition } from '@sdq/catalog/define';
import type { SqlCheck, SqlRequest } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { serviceLimits } from '../service-limits.ts';
import { explanationView } from './explanation.ts';
import { browse, unpaidUnits } from './sql-query.ts';
import type { SqlServices } from './sql-state.ts';

/** Says what a query is, costs at most, and what is wrong with it, without running it and free of charge. */
export async function answerCheck(
  { engine, accounts, prices, sql }: SqlServices,
  definition: PlatformDefinition,
  reply: FastifyReply,
): Promise<void> {
  const { request } = reply;
  const { platform } = definition;
  const body = request.body as SqlRequest;
  const { accountId, keyId } = principalOf(request);
  const text = body.query.trim() === '' ? browse(definition, body) : body.query;
  using hold = sql.snapshots.hold(body.snapshot_id);
  const { snapshotId } = hold;
  const checked = await engine.check(text, {
    platform,
    limit: body.limit,
    tenant: keyId,
    quotesValues: false,
    account: accountId,
    snapshotId,
    timeoutMs: Math.min(body.timeout_ms, serviceLimits.checkMs),
    signal: abortedWhenClosed(reply),
    ...(body.parameters && { parameters: body.parameters }),
  });
  const { explanation, prepared } = checked;
  const view: SqlCheck = {
    valid: checked.faults.length === 0,
    faults: checked.faults.map((fault) => ({ ...fault, candidates: [...fault.candidates] })),
    columns: [...(explanation?.columns ?? [])],
    parameters: checked.parameters.map(({ name, isGiven, type }) => ({ name, given: isGiven, type })),
    rows_max: null,
    cost_max: null,
    rows_estimated: explanation?.rowsEstimated ?? null,
    snapshot_id: explanation?.snapshotId ?? null,
    plan: null,
  };
  if (explanation !== null && prepared !== null) {
    const unitsMax = await unpaidUnits(
      { accounts, prices },
      { platform, body, prepared, snapshotId, pricedAt: Date.now(), exact: undefined },
      accountId,
    );
    const { rowsMax } = prepared;
    Object.assign(view, {
      rows_max: rowsMax,
      cost_max: formatCost(unitsMax),
      plan: explanationView(explanation, { rowsMax, unitsMax }),
    } satisfies Partial<SqlCheck>);
  }
  reply.header('cache-control', 'private, no-cache');
  sendEnvelope(reply, view);
}
