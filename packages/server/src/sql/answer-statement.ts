import { AppError, type ResultFormat, sqlLimits } from '@sdq/contract';
import { formatCost, type Price } from '@sdq/pricing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toStoredAnswer } from '../request/idempotency.ts';
import { type Meter, openMeter } from '../request/metering.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { RequestInvalid, valueError } from '../validation/request-invalid.ts';
import { entityTag } from './entity-tag.ts';
import type { PageScope } from './result-pages.ts';
import { sendResult } from './send-result.ts';
import { runQuery, type SqlCall } from './sql-call.ts';
import type { SqlExchange } from './sql-exchange.ts';
import type { SqlServices } from './sql-services.ts';
import { statementPath, statementView } from './statement-view.ts';
import { resultOf, type Statement, type StatementWork } from './statements.ts';

/**
 * Begins a statement and waits for it. When it ends in time, it is answered like any query; when not, with 202 and its
 * address, and it goes on without its caller. It is charged once, when its whole result is kept.
 * A caller who leaves before it knows the address cancels it.
 */
export async function answerStatement(call: SqlCall, waitMs: number): Promise<void> {
  const { services, platform, request, reply, body, keyId } = call;
  const meter = await openMeter(services, request, `${platform}/sql`, { records: body.limit });
  const statement = await begin(call, meter, keyId).catch(async (error: unknown) => {
    await meter.fail(error);
    throw error;
  });
  // The caller may have left before there was a statement to cancel.
  if (call.signal.aborted) statement.cancel();
  call.signal.addEventListener('abort', statement.cancel);
  await within(statement.ended, waitMs);
  call.signal.removeEventListener('abort', statement.cancel);
  if (statement.state === 'running') {
    reply.header('location', statementPath(statement)).header('retry-after', '1').code(202);
    sendEnvelope(reply, statementView(statement));
    return;
  }
  if (statement.error !== undefined) throw statement.error;
  const tag = entityTag(statement.facts?.identity ?? null, call.format, body);
  const delivery = { ...call, tag, shape: body.shape ?? ('objects' as const) };
  await deliver(statement, delivery, { first: 0, count: body.limit }, charged(statement, meter));
}

async function begin(call: SqlCall, meter: Meter, keyId: string): Promise<Statement> {
  const { services, platform, request, body } = call;
  const { statements } = services.sql;
  const work: StatementWork = {
    run: async (signal, bytesMax) => await runQuery(call, { signal, bytesMax }),
    charge: async ({ summary, snapshotId }) =>
      await meter.settle({ records: summary.rowCount }, snapshotId, (price) =>
        // who repeats the named request is told where its result is
        toStoredAnswer(request, 'application/json', Buffer.from(namedAnswer(price))),
      ),
    fail: async (error) => await meter.fail(error),
  };
  const namedAnswer = (price: Price): string => {
    const view = statementView({ ...statement, state: 'succeeded', price, endedAt: Date.now() });
    return JSON.stringify({
      success: true,
      data: view,
      cost: formatCost(price.units),
      request_id: request.id,
    });
  };
  const statement = statements.begin({ keyId, platform, requestId: request.id, limit: body.limit }, work);
  return statement;
}

/** Answers with a statement's result or state, free of charge. */
export async function answerStatementState(
  services: SqlServices,
  statement: Statement,
  asked: { request: FastifyRequest; reply: FastifyReply; format: ResultFormat; signal: AbortSignal },
): Promise<void> {
  const { request, reply, format } = asked;
  if (statement.state !== 'succeeded') {
    const { error } = statement;
    if (error !== undefined && format !== 'json') throw withoutReader(error);
    if (statement.state === 'running') reply.header('retry-after', '1').code(202);
    sendEnvelope(reply, statementView(statement));
    return;
  }
  const { limit: wanted, cursor, shape } = request.query as Asked;
  const limit = wanted ?? Math.min(statement.limit, sqlLimits.jsonRowsMax);
  if (format !== 'json') {
    if (typeof cursor === 'string') {
      throw new RequestInvalid([
        valueError(['query', 'cursor'], 'pages can be had in the format json only', cursor),
      ]);
    }
    await deliver(
      statement,
      { ...asked, tag: null, shape: shape ?? 'objects' },
      { first: 0, count: statement.limit },
      free,
    );
    return;
  }
  const { pages } = services.sql;
  const scope: PageScope = { endpoint: statement.id, keyId: statement.keyId, parameters: { limit, shape } };
  const first = typeof cursor === 'string' ? pages.offset(cursor, scope) : 0;
  const next = (offset: number) => pages.cursor({ id: statement.id, offset }, scope);
  await deliver(
    statement,
    { ...asked, tag: null, shape: shape ?? 'objects' },
    { first, count: limit },
    free,
    next,
  );
}

interface Asked {
  limit?: number | null;
  cursor?: string | null;
  shape?: 'objects' | 'arrays' | null;
}

type Delivery = Pick<
  SqlExchange,
  'request' | 'reply' | 'format' | 'shape' | 'signal' | 'tag' | 'explanation'
>;

/** Sends rows of a kept result. With `next`, further rows have a cursor. Errors: `result_expired`. */
async function deliver(
  statement: Statement,
  asked: Delivery,
  { first, count }: { first: number; count: number },
  meter: Meter,
  next?: (offset: number) => string,
): Promise<void> {
  const { kept, facts } = resultOf(statement);
  const { signal, format } = asked;
  const limits = format === 'json' ? { signal, bytesMax: sqlLimits.jsonBytesMax } : { signal };
  await using result = await kept.read({ first, count, without: [] }, limits);
  const { rowCount: rowsTotal, truncated } = kept.summary;
  await sendResult({
    ...asked,
    limit: count,
    result,
    facts: { ...facts, stageMs: {} },
    statementId: statement.id,
    statement,
    meter,
    place: ({ rowCount }) => {
      const hasMore = next !== undefined && first + rowCount < rowsTotal;
      return { truncated, hasMore, cursor: hasMore ? next(first + rowCount) : null };
    },
  });
}

/** What was charged already: the price is known, and nothing more is due. */
function charged(statement: Statement, meter: Meter): Meter {
  const { price } = statement;
  if (price === undefined) throw new Error('a statement without an error is charged');
  return { settle: async () => price, fail: async () => {}, undelivered: meter.undelivered };
}

const free: Meter = {
  settle: async () => ({ version: '', lineItems: [], units: 0 }),
  fail: async () => {},
  undelivered: async () => {},
};

/** Of a cancelled statement nothing is left: the status for who cancels its own request would tell nobody. */
function withoutReader(error: AppError): AppError {
  if (error.code !== 'query_cancelled') return error;
  return new AppError('result_expired', 'This statement was cancelled: it has no result', { cause: error });
}

async function within(ended: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([ended, promise]);
  clearTimeout(timer);
}
