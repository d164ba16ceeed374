import { type SavedQuery, type SavedResult, type Share, type SharedQuery, savedLimits } from '@sdq/accounts';
import type { createShareRequest, Platform, SqlParameters } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { invalidValue } from '../fastapi/request-invalid.ts';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { checkAccess, principalOf } from '../request/access.ts';
import { toStoredResponse } from '../request/idempotency.ts';
import { type Charged, metered } from '../request/metering.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import { shareView } from '../response/share-view.ts';
import { takePlace } from '../sql/queue-place.ts';
import type { RetainedResult } from '../sql/retained-results.ts';
import { readQuery, termsOf } from '../sql/sql-query.ts';
import { resultOf } from '../sql/statements.ts';
import { definitionOf, sqlOf } from './find-saved.ts';
import { toKept } from './kept-results.ts';
import { runToFile } from './run-to-file.ts';
import type { SavedServices } from './saved-services.ts';

type Asked = z.infer<typeof createShareRequest>;

/**
 * Shares a saved query: runs it, priced as any run, or takes the result of a statement, which is paid for; keeps the
 * rows, and responds with the permalink. Errors: those of the query, `saved_limit_reached`, `result_too_large`.
 */
export async function createShare(
  services: SavedServices,
  saved: SavedQuery,
  asked: Asked,
  reply: FastifyReply,
): Promise<void> {
  const expiresAt = asked.expires_at?.at ?? null;
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
    throw invalidValue(['body', 'expires_at'], 'expires_at must be in the future', expiresAt.toISOString());
  }
  reply.header('cache-control', 'no-store');
  const terms = {
    queryId: saved.queryId,
    title: asked.title ?? saved.name,
    description: asked.description ?? '',
    embedHosts: asked.embed_hosts,
    expiresAt,
  };
  if (typeof asked.statement_id === 'string') {
    return await shareStatement(services, { terms, statementId: asked.statement_id }, reply);
  }
  await shareRun(services, { saved, asked, terms }, reply);
}

type Terms = Pick<SharedQuery, 'queryId' | 'title' | 'description' | 'embedHosts' | 'expiresAt'>;

async function shareStatement(
  services: SavedServices,
  { terms, statementId }: { terms: Terms; statementId: string },
  reply: FastifyReply,
): Promise<void> {
  const { accountId } = principalOf(reply.request);
  const statement = services.sql.statements.findOf(accountId, statementId);
  const { retained } = resultOf(statement);
  const { text, parameters, limit, platform } = statement;
  const ran = { platform: platform as Platform, text, parameters, limit };
  const made = await insert(services, accountId, { terms, ran, retained });
  await services.accounts.publishShare(accountId, made.share.shareId);
  sendJsonText(reply, responseText(services, reply, made));
}

async function shareRun(
  services: SavedServices,
  { saved, asked, terms }: { saved: SavedQuery; asked: Asked; terms: Terms },
  reply: FastifyReply,
): Promise<void> {
  const { accounts, prices } = services;
  const { request } = reply;
  const definition = definitionOf(services.platforms, saved);
  const principal = principalOf(request);
  checkAccess(principal, 'account', definition.platform);
  const place = takePlace(services.engine, principal, reply);
  const { parameters, limit, snapshot_id, timeout_ms, max_cost } = asked;
  const given = { parameters, limit, snapshot_id, timeout_ms, max_cost };
  const body = sqlOf(saved, 'ndjson', given); // no JSON: its limits are those of a page
  const query = await readQuery(definition, services, reply, place, { body, format: 'ndjson' });
  const signal = abortedWhenClosed(reply);
  const { accountId } = principal;
  let made: Made | undefined;
  let retained: RetainedResult | undefined;
  try {
    await metered(
      { accounts, prices },
      request,
      `${definition.platform}/sql`,
      termsOf(query),
      async (meter) => {
        const bytesMax = savedLimits.resultBytesMax;
        ({ retained } = await runToFile(services, query, { signal, bytesMax }));
        const ran = {
          platform: definition.platform,
          text: query.text,
          parameters: body.parameters ?? null,
          limit: body.limit,
        };
        const inserted = await insert(services, accountId, { terms, ran, retained });
        made = inserted;
        const { rowCount, truncated } = retained.summary;
        const price = await meter.settle(
          { records: rowCount },
          query.snapshotId,
          (charged) =>
            toStoredResponse(
              request,
              'application/json',
              Buffer.from(responseText(services, reply, inserted, charged)),
            ),
          { isWhole: !truncated },
        );
        await accounts.publishShare(accountId, inserted.share.shareId);
        made = undefined;
        sendJsonText(reply, responseText(services, reply, inserted, price));
      },
    );
  } finally {
    retained?.drop();
    // a share whose rows are not paid for is opened by nobody
    if (made !== undefined) await accounts.deleteShare(accountId, { shareId: made.share.shareId });
  }
}

interface Made {
  share: Share;
  result: SavedResult;
}

interface Ran {
  platform: Platform;
  text: string;
  parameters: SqlParameters | null;
  limit: number;
}

async function insert(
  { accounts }: SavedServices,
  accountId: string,
  { terms, ran, retained }: { terms: Terms; ran: Ran; retained: RetainedResult },
): Promise<Made> {
  const result = await toKept(retained, savedLimits.shareResultMs);
  const query = { ...terms, ...ran, snapshotId: retained.snapshotId };
  const share = await accounts.createShare(accountId, { query, result });
  const kept = await accounts.findSavedResult(share.resultId);
  if (kept === undefined) throw new Error('The kept result of a new share does not exist');
  return { share, result: kept };
}

function responseText(
  { baseUrl }: SavedServices,
  { request }: FastifyReply,
  { share, result }: Made,
  price?: Charged,
): string {
  return JSON.stringify({
    success: true,
    data: shareView(share, result, baseUrl()),
    cost: formatCost(price?.units ?? 0),
    request_id: request.id,
  });
}
