import type { SqlExplanation } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { toStoredResponse } from '../request/idempotency.ts';
import { type Charged, type Meter, openMeter } from '../request/metering.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { entityTag } from './entity-tag.ts';
import { sendStatementRows } from './send-statement.ts';
import { runSql, type SqlQuery, termsOf } from './sql-query.ts';
import type { SqlServices } from './sql-state.ts';
import { statementPath, statementView } from './statement-view.ts';
import { type Statement, within } from './statements.ts';

/**
 * Submits a statement and waits for it. If it ends in time, the response is that of a query; otherwise it is 202 with
 * the URL of the statement, which continues in the background. It is charged once, when its complete result is
 * retained. If the caller disconnects before it receives the URL, the statement is cancelled.
 */
export async function answerStatement(
  services: SqlServices,
  query: SqlQuery,
  waitMs: number,
  reply: FastifyReply,
  explanation: SqlExplanation | undefined,
): Promise<void> {
  const { platform, format, body } = query;
  const signal = abortedWhenClosed(reply);
  const hold = services.engine.holdSnapshot(query.snapshotId);
  const release = () => hold[Symbol.dispose]();
  const { worst, ...terms } = termsOf(query);
  const meter = await openMeter(services, reply.request, `${platform}/sql`, worst, terms).catch(
    (error: unknown) => {
      release();
      throw error;
    },
  );
  const statement = await begin(services, query, meter, reply).catch(async (error: unknown) => {
    release();
    await meter.fail(error);
    throw error;
  });
  void statement.ended.finally(release);
  // the caller may have disconnected before the statement existed
  if (signal.aborted) statement.cancel();
  signal.addEventListener('abort', statement.cancel);
  await within(statement.ended, waitMs, signal);
  signal.removeEventListener('abort', statement.cancel);
  if (statement.state === 'running') {
    reply.header('location', statementPath(statement)).header('retry-after', '1').code(202);
    sendEnvelope(reply, statementView(statement));
    return;
  }
  if (statement.error !== undefined) throw statement.error;
  await sendStatementRows(reply, statement, charged(statement, meter), {
    format,
    shape: body.shape ?? 'objects',
    csvSafe: body.csv_safe === true,
    receipt: body.receipt === true,
    first: 0,
    count: body.limit,
    tag: entityTag(statement.facts?.identity ?? null, query),
    explanation,
  });
}

async function begin(
  { engine, sql: { statements } }: Pick<SqlServices, 'engine' | 'sql'>,
  query: SqlQuery,
  meter: Meter,
  { request }: FastifyReply,
): Promise<Statement> {
  const { platform, accountId, keyId, text, body, snapshotId } = query;
  const namedAnswer = (price: Charged): string => {
    const view = statementView({ ...statement, state: 'succeeded', price, endedAt: Date.now() });
    return JSON.stringify({
      success: true,
      data: view,
      cost: formatCost(price.units),
      request_id: request.id,
    });
  };
  const asked = { text, parameters: body.parameters ?? null, limit: body.limit };
  const origin = { keyId, accountId, platform, requestId: request.id, ...asked };
  const statement = statements.begin(origin, {
    run: async (signal, options) => await runSql(engine, query, { signal, ...options }),
    charge: async ({ summary }) =>
      await meter.settle(
        { records: summary.rowCount },
        snapshotId,
        // a repeated request with the Idempotency-Key receives the URL of the statement
        (price) => toStoredResponse(request, 'application/json', Buffer.from(namedAnswer(price))),
        { isWhole: !summary.truncated },
      ),
    fail: meter.fail,
  });
  return statement;
}

/** The meter of a statement that is already charged. */
function charged(statement: Statement, meter: Meter): Meter {
  const { price } = statement;
  if (price === undefined) throw new Error('A succeeded statement must have a price');
  return {
    unitsMax: price.units,
    settle: async () => price,
    fail: async () => {},
    undelivered: meter.undelivered,
  };
}
