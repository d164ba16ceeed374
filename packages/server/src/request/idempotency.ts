import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type Accounts,
  deriveKey,
  type IdempotentCall,
  type IdempotentRequest,
  type StoredResponse,
  seal,
  unseal,
} from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidValue } from '../fastapi/request-invalid.ts';
import { serviceLimits } from '../service-limits.ts';
import { principalOf } from './access.ts';
import { keyOf } from './credentials.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the caller named a POST, and a digest of what it asks; null without an Idempotency-Key. */
    idempotency: { key: string; fingerprint: string } | null;
  }
}

/** The path of a request's statement, when it has one. */
export type FindStatementPath = (requestId: string) => string | undefined;

const printable = /^[\x20-\x7e]+$/;

/**
 * Reads the Idempotency-Key of a POST, and answers with what it was answered before, if it was: same status, same
 * body, no work and no charge. Says whether it did. Errors: `idempotency_key_reused`, `idempotency_conflict`,
 * `idempotency_answer_not_kept`.
 */
export async function replayResponse(
  { accounts, findStatementPath }: { accounts: Accounts; findStatementPath: FindStatementPath },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || request.method !== 'POST' || request.principal === null) return false;
  if (!printable.test(key) || key.length > serviceLimits.idempotencyKeyLengthMax) {
    const message = `1 to ${serviceLimits.idempotencyKeyLengthMax} printable ASCII characters`;
    throw invalidValue(['header', 'idempotency-key'], message, key);
  }
  request.idempotency = { key, fingerprint: fingerprintOf(request) };
  const { keyId } = principalOf(request);
  let named = await accounts.findIdempotentRequest(keyId, key);
  if (named?.state === 'running') {
    await accounts.releaseAbandoned(); // of a process that has ended since, nobody will answer
    named = await accounts.findIdempotentRequest(keyId, key);
  }
  if (named === undefined) return false;
  replay(request, reply, named, findStatementPath);
  return true;
}

function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  named: IdempotentRequest,
  findStatementPath: FindStatementPath,
): void {
  if (named.fingerprint !== request.idempotency?.fingerprint) {
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key came before with another request', {
      hint: 'use a new key for each request',
    });
  }
  if (named.state === 'running') {
    const path = findStatementPath(named.requestId);
    if (path !== undefined) reply.header('location', path);
    throw idempotencyConflict(path);
  }
  const { answer, requestId } = named;
  if (answer.body === null) {
    throw new AppError(
      'idempotency_answer_not_kept',
      'This request was answered and charged before; its answer was a stream, or too large to keep',
      {
        meta: { request_id: requestId, receipt: `/api/requests/${requestId}` },
        hint: 'the receipt tells what was answered; use a new key to ask again',
      },
    );
  }
  const body = inflateRawSync(unseal(sealingKey(request), answer.body));
  reply.header('idempotent-replayed', 'true');
  reply.code(named.status).header('content-type', answer.contentType).send(body);
}

/** Another request of this name runs right now; as a statement, it can be looked at. */
export function idempotencyConflict(path?: string): AppError {
  return new AppError('idempotency_conflict', 'A request of this Idempotency-Key is running', {
    retryAfterSeconds: 1,
    ...(path !== undefined && { meta: { status_url: path } }),
  });
}

/**
 * An answer as the store keeps it: only who sends the same API key can open it again, since new keys and bought data
 * are nobody else's business. One that is too large is not kept.
 */
export function toStoredResponse(request: FastifyRequest, contentType: string, body: Buffer): StoredResponse {
  const isKept = body.length <= serviceLimits.storedResponseBytesMax;
  return { contentType, body: isKept ? seal(sealingKey(request), deflateRawSync(body, { level: 1 })) : null };
}

/** The same for an envelope of a call that charges nothing; undefined when the caller did not name it. */
export function idempotentCallOf<Result>(
  request: FastifyRequest,
  bodyOf: (result: Result) => string,
): IdempotentCall<Result> | undefined {
  const { idempotency } = request;
  if (idempotency === null) return undefined;
  return {
    keyId: principalOf(request).keyId,
    idempotencyKey: idempotency.key,
    fingerprint: idempotency.fingerprint,
    requestId: request.id,
    answer: (result) => toStoredResponse(request, 'application/json', Buffer.from(bodyOf(result))),
  };
}

function sealingKey(request: FastifyRequest): Buffer {
  return deriveKey(keyOf(request), 'idempotent answers');
}

/** Of everything that decides the answer. */
function fingerprintOf(request: FastifyRequest): string {
  const { method, url, headers, body } = request;
  const parts = [method, url, headers.accept ?? '', JSON.stringify(body ?? null)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
