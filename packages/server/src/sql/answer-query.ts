import { type SqlExplanation, sqlLimits } from '@sdq/contract';
import type { QueryResult } from '@sdq/core';
import type { FastifyReply } from 'fastify';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { metered } from '../request/metering.ts';
import { entityTag } from './entity-tag.ts';
import { withFullData } from './full-data.ts';
import type { PageScope } from './result-pages.ts';
import { digestRows } from './row-lines.ts';
import { resultMembers, sendJson } from './send-json.ts';
import { sendStream } from './send-stream.ts';
import { engineOptions, isCut, runSql, type SqlQuery, termsOf } from './sql-query.ts';
import type { SqlServices } from './sql-state.ts';

/** Runs a query and sends its result: the first page as JSON, or the complete result in a streaming format. */
export async function answerQuery(
  { engine, accounts, prices, sql: { pages } }: SqlServices,
  query: SqlQuery,
  reply: FastifyReply,
  explanation: SqlExplanation | undefined,
): Promise<void> {
  const { platform, format, body } = query;
  const signal = abortedWhenClosed(reply);
  const terms = termsOf(query);
  await metered({ accounts, prices }, reply.request, `${platform}/sql`, terms, async (meter) => {
    await using result = await runSql(engine, query, { signal });
    const { facts } = result;
    const shape = body.shape ?? 'objects';
    const sent = {
      result,
      facts,
      shape,
      csvSafe: body.csv_safe === true,
      receipt: body.receipt === true,
      tag: entityTag(facts.identity, query),
    };
    if (format !== 'json')
      return await sendStream(reply, sent, meter, format, (summary) => isCut(query, summary));
    await sendJson(reply, sent, meter, {
      extend: withFullData(engine, body, { snapshotId: result.snapshotId, signal }),
      isWhole: (summary) => !isCut(query, summary),
      members: (summary, lines) => {
        const truncated = isCut(query, summary);
        // a volatile query has one page, because it cannot be continued
        const hasPages = truncated && facts.identity !== null && lines.length > 0;
        const cursor = hasPages
          ? pages.begin(scopeOf(query), { snapshotId: facts.snapshotId, shape, digests: digestRows(lines) })
          : null;
        return resultMembers(sent, summary, { limit: body.limit, truncated, cursor }, explanation);
      },
    });
  });
}

/** Sends a further page of a result as JSON. Errors: `invalid_cursor`. */
export async function answerPage(
  { engine, accounts, prices, sql: { pages } }: SqlServices,
  query: SqlQuery,
  cursor: string,
  reply: FastifyReply,
  explanation: SqlExplanation | undefined,
): Promise<void> {
  const { platform, text, body } = query;
  const signal = abortedWhenClosed(reply);
  const scope = scopeOf(query);
  const place = pages.find(cursor, scope);
  const terms = termsOf(query, { snapshotId: place.snapshotId, first: place.offset });
  await metered({ accounts, prices }, reply.request, `${platform}/sql`, terms, async (meter) => {
    let ran: QueryResult | undefined;
    const page = await pages.open(
      place,
      body.limit,
      async (bounds) => {
        ran = await engine.query(text, { ...engineOptions(query), signal, ...bounds });
        return ran;
      },
      { accountId: query.accountId, bytesMax: sqlLimits.jsonBytesMax, signal },
    );
    await using result = page.result;
    const facts = { ...(ran ?? result).facts, cache: ran?.facts.cache ?? ('hit' as const) };
    const shape = body.shape ?? 'objects';
    const sent = { result, facts, shape, tag: null };
    await sendJson(reply, sent, meter, {
      extend: withFullData(engine, body, { snapshotId: result.snapshotId, signal }),
      members: (summary) => {
        const offset = place.offset + summary.rowCount;
        const hasMore = summary.rowCount > 0 && offset < page.rowsTotal;
        const next = hasMore ? pages.cursor({ id: place.id, offset }, scope) : null;
        const truncated = hasMore || page.isCut;
        return resultMembers(sent, summary, { limit: body.limit, truncated, cursor: next }, explanation);
      },
    });
  });
}

/** Everything that must be equal from page to page. */
function scopeOf({ platform, keyId, text: sql, body }: SqlQuery): PageScope {
  const { limit, parameters, include_full_data: full, shape, snapshot_id: snapshot } = body;
  return {
    endpoint: `${platform}/sql`,
    keyId,
    parameters: { sql, limit, parameters, full, shape, snapshot },
  };
}
