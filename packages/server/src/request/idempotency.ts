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
import { secretOf } from './credentials.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The Idempotency-Key of a POST request and a digest of the request; null without one. */
    idempotency: { key: string; fingerprint: string } | null;
  }
}

/** Finds the path of the statement that a request submitted. */
export type FindStatementPath = (requestId: string) => string | undefined;

const printable = /^[\x20-\x7e]+$/;

/**
 * Reads the Idempotency-Key of a POST request, and replays the retained response if there is one: same status and body,
 * no work and no charge. Returns whether it has responded. Errors: `idempotency_key_reused`, `idempotency_conflict`,
 * `idempotency_answer_not_kept`.
 */
export async function replayResponse(
  { accounts, findStatementPath }: { accounts: Accounts; findStatementPath: FindStatementPath },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || request.method !== 'POST' || request.principal === null) return false;
  if (request.routeOptions.config.isCheck === true) return false; // it takes none: it changes nothing
  if (!printable.test(key) || key.length > serviceLimits.idempotencyKeyLengthMax) {
    const message = `1 to ${serviceLimits.idempotencyKeyLengthMax} printable ASCII characters`;
    throw invalidValue(['header', 'idempotency-key'], message, key);
  }
  request.idempotency = { key, fingerprint: fingerprintOf(request) };
  const { keyId } = principalOf(request);
  let earlier = await accounts.findIdempotentRequest(keyId, key);
  if (earlier?.state === 'running') {
    await accounts.releaseAbandoned(); // a request of a dead instance never ends
    earlier = await accounts.findIdempotentRequest(keyId, key);
  }
  if (earlier === undefined) return false;
  replay(request, reply, earlier, findStatementPath);
  return true;
}

function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  earlier: IdempotentRequest,
  findStatementPath: FindStatementPath,
): void {
  if (earlier.fingerprint !== request.idempotency?.fingerprint) {
    throw new AppError(
      'idempotency_key_reused',
      'This Idempotency-Key was already used with a different request',
      {
        hint: 'Use a new key for each request',
      },
    );
  }
  if (earlier.state === 'running') {
    const path = findStatementPath(earlier.requestId);
    if (path !== undefined) reply.header('location', path);
    throw idempotencyConflict(path);
  }
  const { answer, requestId } = earlier;
  const body = answer.body === null ? undefined : openResponse(request, answer.body);
  if (body === undefined) {
    throw new AppError(
      'idempotency_answer_not_kept',
      'This request was already answered and charged, but its response was a stream, too large to retain, or of an earlier session',
      {
        meta: { request_id: requestId, receipt: `/api/requests/${requestId}` },
        hint: 'The receipt describes the response. Use a new Idempotency-Key to send the request again.',
      },
    );
  }
  reply.header('idempotent-replayed', 'true');
  reply.code(earlier.status).header('content-type', answer.contentType).send(body);
}

/** The error while a request with the same Idempotency-Key is in progress, with the path of its statement. */
export function idempotencyConflict(path?: string): AppError {
  return new AppError('idempotency_conflict', 'A request with this Idempotency-Key is still in progress', {
    retryAfterSeconds: 1,
    ...(path !== undefined && { meta: { status_url: path } }),
  });
}

/**
 * A response for the idempotency store. It is encrypted with a key derived from the API key, so that only its owner can
 * replay it. The body is omitted when it is too large.
 */
export function toStoredResponse(request: FastifyRequest, contentType: string, body: Buffer): StoredResponse {
  const isRetained = body.length <= serviceLimits.storedResponseBytesMax;
  return {
    contentType,
    body: isRetained ? seal(sealingKey(request), deflateRawSync(body, { level: 1 })) : null,
  };
}

/** The idempotent call of a request that charges nothing; undefined without an Idempotency-Key. */
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

/** The retained response; undefined when it was encrypted for another session of the same key. */
function openResponse(request: FastifyRequest, sealed: string): Buffer | undefined {
  const key = sealingKey(request);
  if (request.principal?.sessionId === undefined) return inflateRawSync(unseal(key, sealed));
  try {
    return inflateRawSync(unseal(key, sealed));
  } catch {
    return undefined;
  }
}

function sealingKey(request: FastifyRequest): Buffer {
  return deriveKey(secretOf(request), 'idempotent answers');
}

/** A digest of everything that determines the response. */
function fingerprintOf(request: FastifyRequest): string {
  const { method, url, headers, body } = request;
  const parts = [method, url, headers.accept ?? '', JSON.stringify(body ?? null)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
