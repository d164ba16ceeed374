import { type ResultFormat, type SqlExplanation, sqlLimits } from '@sdq/contract';
import type { FastifyReply } from 'fastify';
import { invalidValue } from '../fastapi/request-invalid.ts';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import type { Meter } from '../request/metering.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { formatOf } from './result-format.ts';
import type { PageScope, ResultPages } from './result-pages.ts';
import { resultMembers, sendJson } from './send-json.ts';
import { sendStream } from './send-stream.ts';
import { chargedFor, expiryOf, statementView } from './statement-view.ts';
import { resultOf, type Statement, within, withoutReader } from './statements.ts';

interface Asked {
  limit?: number | null;
  cursor?: string | null;
  offset?: number | null;
  wait_ms?: number | null;
  shape?: 'objects' | 'arrays' | null;
  csv_safe?: boolean;
}

/** Sends the result or the state of a statement, free of charge. */
export async function sendStatement(
  reply: FastifyReply,
  statement: Statement,
  pages: ResultPages,
): Promise<void> {
  const format = formatOf(reply.request);
  const { limit, cursor, shape, csv_safe: csvSafe = false, ...asked } = reply.request.query as Asked;
  if (typeof cursor === 'string' && typeof asked.offset === 'number') {
    throw invalidValue(['query', 'offset'], 'offset and cursor exclude each other', asked.offset);
  }
  if (statement.state === 'running')
    await within(statement.ended, asked.wait_ms ?? 0, abortedWhenClosed(reply));
  if (statement.state !== 'succeeded') {
    const { error } = statement;
    if (error !== undefined && format !== 'json') throw withoutReader(error);
    if (statement.state === 'running') reply.header('retry-after', '1').code(202);
    sendEnvelope(reply, statementView(statement));
    return;
  }
  const offset = asked.offset ?? 0;
  const sent = { format, shape: shape ?? ('objects' as const), csvSafe };
  if (format !== 'json') {
    if (typeof cursor === 'string') {
      throw invalidValue(['query', 'cursor'], 'cursor is only supported with format "json"', cursor);
    }
    await sendStatementRows(reply, statement, free, { ...sent, first: offset, count: statement.limit });
    return;
  }
  const count = limit ?? Math.min(statement.limit, sqlLimits.jsonRowsMax);
  const { id, keyId } = statement;
  const scope: PageScope = { endpoint: id, keyId, parameters: { limit: count, shape } };
  const first = typeof cursor === 'string' ? pages.offset(cursor, scope) : offset;
  const cursorAt = (next: number) => pages.cursor({ id, offset: next }, scope);
  await sendStatementRows(reply, statement, free, { ...sent, first, count, cursorAt });
}

export interface StatementRows {
  format: ResultFormat;
  shape: 'objects' | 'arrays';
  csvSafe?: boolean;
  receipt?: boolean;
  /** The number of rows to skip, and the maximum number of rows to send. */
  first: number;
  count: number;
  /** The entity tag; default: none. */
  tag?: string | null;
  explanation?: SqlExplanation | undefined;
  /** Makes the cursor of the next rows, for JSON; default: no cursor. */
  cursorAt?: (offset: number) => string;
}

/** Sends rows of the retained result of a statement. Errors: `result_expired`. */
export async function sendStatementRows(
  reply: FastifyReply,
  statement: Statement,
  meter: Meter,
  {
    format,
    shape,
    csvSafe = false,
    receipt = false,
    first,
    count,
    tag = null,
    explanation,
    cursorAt,
  }: StatementRows,
): Promise<void> {
  const { retained, facts } = resultOf(statement);
  const signal = abortedWhenClosed(reply);
  const limits = format === 'json' ? { signal, bytesMax: sqlLimits.jsonBytesMax } : { signal };
  await using result = await retained.read({ first, count, without: [] }, limits);
  const { rowCount: rowsTotal, truncated } = retained.summary;
  const sent = {
    result,
    facts: { ...facts, stageMs: {} },
    shape,
    csvSafe,
    receipt,
    statementId: statement.id,
    tag,
  };
  if (format !== 'json') return await sendStream(reply, sent, meter, format, () => truncated);
  await sendJson(reply, sent, meter, {
    members: (summary) => {
      const next = first + summary.rowCount;
      const cursor = next < rowsTotal ? (cursorAt?.(next) ?? null) : null;
      return {
        ...resultMembers(sent, summary, { limit: count, truncated, cursor }, explanation),
        state: statement.state,
        charged: chargedFor(statement),
        expires_at: expiryOf(statement),
      };
    },
  });
}

/** The meter of what is paid for. */
export const free: Meter = {
  unitsMax: 0,
  settle: async () => ({ version: '', lineItems: [], units: 0, repeatOf: null }),
  fail: async () => {},
  undelivered: async () => {},
};
