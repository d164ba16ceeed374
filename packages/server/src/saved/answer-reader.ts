import { createHash } from 'node:crypto';
import { type ReadTarget, savedLimits } from '@sdq/accounts';
import { AppError, type ReadTokenFormat } from '@sdq/contract';
import type { FastifyReply } from 'fastify';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { checkAccess, principalOf } from '../request/access.ts';
import { noReadToken } from '../request/credentials.ts';
import { metered } from '../request/metering.ts';
import { entityTag, matchesTag } from '../sql/entity-tag.ts';
import { takePlace } from '../sql/queue-place.ts';
import { resultMembers, sendJson } from '../sql/send-json.ts';
import { free } from '../sql/send-statement.ts';
import { sendStream } from '../sql/send-stream.ts';
import { engineOptions, readQuery, type SqlQuery, termsOf } from '../sql/sql-query.ts';
import { definitionOf, sqlOf } from './find-saved.ts';
import { canKeep, toKept } from './kept-results.ts';
import { type RanToFile, runToFile } from './run-to-file.ts';
import type { SavedServices } from './saved-services.ts';

interface Asked {
  format: ReadTokenFormat;
  shape: 'objects' | 'arrays';
  csvSafe: boolean;
}

/** A result to send, whether it was run now or kept. */
type ToSend = Pick<RanToFile['retained'], 'summary' | 'read'> & Pick<Partial<RanToFile>, 'facts'>;

/**
 * Runs the saved query of a read token over the newest snapshot, priced to its owner within the limit of the day. While
 * the answer cannot have changed, it is 304 or the kept result, free of charge. The charge comes before the first byte.
 */
export async function answerReader(
  services: SavedServices,
  asked: Asked,
  reply: FastifyReply,
): Promise<void> {
  const { accounts, engine } = services;
  const { request } = reply;
  const principal = principalOf(request);
  const target = await accounts.findReadTarget(principal.accountId, principal.keyId);
  if (target === undefined) throw services.linkGuesses.note(noReadToken(), request.ip);
  const definition = definitionOf(services.platforms, target.query);
  checkAccess(principal, 'reader', definition.platform);
  reply.headers({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
  const { format, shape, csvSafe } = asked;
  const body = { ...sqlOf(target.query, format), shape, csv_safe: csvSafe };
  const place = takePlace(engine, principal, reply);
  const query = await readQuery(definition, services, reply, place, { body, format });
  const signal = abortedWhenClosed(reply);
  const identity = await engine.identify(query.text, { ...engineOptions(query), signal });
  const tag = entityTag(identity, query);
  if (tag !== null && matchesTag(request.headers['if-none-match'], tag)) {
    reply.code(304).header('etag', tag).send();
    return;
  }
  const send = (what: ToSend, cost: Cost) => sendResult(reply, what, { query, asked, tag, cost, signal });
  const kept = await findNewest(services, target, identity);
  if (kept !== undefined) return await send(kept, { units: 0, isKept: true });
  const { retained, facts, units } = await runAndCharge(services, query, reply, signal);
  try {
    const isKept = await keep(services, { query, identity, retained }, reply);
    await send({ summary: retained.summary, read: retained.read, facts }, { units, isKept });
  } finally {
    retained.drop();
  }
}

interface Cost {
  units: number;
  /** Whether the next read of the same answer is free for as long as the snapshot is the newest. */
  isKept: boolean;
}

async function findNewest(
  { accounts, kept }: SavedServices,
  { newest }: ReadTarget,
  identity: string | null,
): Promise<ToSend | undefined> {
  if (identity === null || newest?.resultOf !== digestOf(identity)) return undefined;
  const found = await accounts.findSavedResult(newest.resultId);
  if (found === undefined) return undefined;
  return await kept.open(found).catch((error: unknown) => {
    if (error instanceof AppError && ['result_expired', 'result_withdrawn'].includes(error.code))
      return undefined;
    throw error;
  });
}

async function runAndCharge(
  services: SavedServices,
  query: SqlQuery,
  { request }: FastifyReply,
  signal: AbortSignal,
): Promise<RanToFile & { units: number }> {
  let ran: (RanToFile & { units: number }) | undefined;
  const { accounts, prices } = services;
  await metered({ accounts, prices }, request, `${query.platform}/sql`, termsOf(query), async (meter) => {
    const { retained, facts } = await runToFile(services, query, { signal });
    const { rowCount, truncated } = retained.summary;
    const settled = { isWhole: !truncated };
    const { units } = await meter
      .settle({ records: rowCount }, query.snapshotId, undefined, settled)
      .catch((error: unknown) => {
        retained.drop();
        throw error;
      });
    ran = { retained, facts, units };
  });
  if (ran === undefined) throw new Error('A metered query has no result');
  return ran;
}

/** Keeps the result for reads of the same answer; whether it did. A result that cannot be kept is still sent. */
async function keep(
  { accounts }: SavedServices,
  { query, identity, retained }: { query: SqlQuery; identity: string | null } & Pick<RanToFile, 'retained'>,
  { request }: FastifyReply,
): Promise<boolean> {
  if (identity === null || !canKeep(retained)) return false;
  const { accountId } = principalOf(request);
  try {
    const result = await toKept(retained, savedLimits.tokenResultMs);
    await accounts.keepNewest(accountId, { tokenId: query.keyId, resultOf: digestOf(identity), result });
    return true;
  } catch (error) {
    request.log.warn({ err: error }, 'The result of a read token was not kept');
    return false;
  }
}

async function sendResult(
  reply: FastifyReply,
  { summary, read, facts }: ToSend,
  {
    query,
    asked: { format, shape, csvSafe },
    tag,
    cost,
    signal,
  }: { query: SqlQuery; asked: Asked; tag: string | null; cost: Cost; signal: AbortSignal },
): Promise<void> {
  await using result = await read({ first: 0, count: summary.rowCount, without: [] }, { signal });
  const known = { ...(facts ?? result.facts), stageMs: {} };
  const sent = { result, facts: { ...known, snapshotId: query.snapshotId }, shape, csvSafe, tag };
  const charged = { ...free, unitsMax: cost.units, settle: async () => ({ ...noPrice, units: cost.units }) };
  reply.header('x-result-kept', String(cost.isKept));
  if (format !== 'json') return await sendStream(reply, sent, charged, format, () => summary.truncated);
  await sendJson(reply, sent, charged, {
    members: (read) =>
      resultMembers(
        sent,
        read,
        { limit: query.body.limit, truncated: summary.truncated, cursor: null },
        undefined,
      ),
  });
}

const noPrice = { version: '', lineItems: [], repeatOf: null };

/** Identifies an answer, and is short enough to be stored. */
function digestOf(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}
