import type { PlatformDefinition } from '@sdq/catalog/define';
import type { FastifyReply } from 'fastify';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { principalOf } from '../request/access.ts';
import { addVary } from '../response/compress-answer.ts';
import { answerPage, answerQuery } from './answer-query.ts';
import { answerStatement } from './answer-statement.ts';
import { entityTag, matchesTag } from './entity-tag.ts';
import { explain, sendDryRun } from './explanation.ts';
import { takePlace } from './queue-place.ts';
import { type AskedSql, engineOptions, readQuery, type SqlQuery } from './sql-query.ts';
import type { SqlServices } from './sql-state.ts';

/**
 * Handles an SQL request: reserves the maximum cost, runs the query, responds and settles. An error before the status is
 * sent is thrown and free of charge; when the caller disconnects, the query is cancelled. `asked`: what to run in place
 * of the body of the request.
 */
export async function answerSql(
  services: SqlServices,
  definition: PlatformDefinition,
  reply: FastifyReply,
  asked?: AskedSql,
): Promise<void> {
  const place = takePlace(services.engine, principalOf(reply.request), reply);
  const query = await readQuery(definition, services, reply, place, asked);
  const { body } = query;
  addVary(reply, 'Accept');
  reply.header('cache-control', 'private, no-cache');
  if (body.dry_run) {
    sendDryRun(reply, body, await explain(services, query, abortedWhenClosed(reply)));
    return;
  }
  if (await answerNotModified(services, query, reply)) return;
  const startedAt = performance.now();
  const explanation = body.explain
    ? (await explain(services, query, abortedWhenClosed(reply))).facts
    : undefined;
  if (body.explain) query.spentMs += performance.now() - startedAt;
  if (typeof body.cursor === 'string') await answerPage(services, query, body.cursor, reply, explanation);
  else if (typeof body.wait_timeout_ms === 'number') {
    await answerStatement(services, query, body.wait_timeout_ms, reply, explanation);
  } else await answerQuery(services, query, reply, explanation);
}

/** Responds with 304 if the caller's copy is current, free of charge and without running the query; returns whether it did. */
async function answerNotModified(
  { engine }: Pick<SqlServices, 'engine'>,
  query: SqlQuery,
  reply: FastifyReply,
): Promise<boolean> {
  const known = reply.request.headers['if-none-match'];
  if (known === undefined || typeof query.body.cursor === 'string') return false;
  const options = { ...engineOptions(query), signal: abortedWhenClosed(reply) };
  const tag = entityTag(await engine.identify(query.text, options), query);
  if (tag === null || !matchesTag(known, tag)) return false;
  reply.code(304).header('etag', tag).send();
  return true;
}
