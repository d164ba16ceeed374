import type { Accounts, Principal } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../request/access.ts';
import type { CallLimits } from './call-limits.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** One limit as a request meets it. */
interface Policy {
  /** In the RateLimit headers. */
  name: 'key' | 'sql' | 'account' | 'day';
  limit: number;
  windowMs: number;
  /** Whose requests are counted together. */
  bucket: string;
}

/**
 * Counts a request against the limits of its key or account, says in headers what is left of them (as
 * draft-ietf-httpapi-ratelimit-headers has it), and refuses it where nothing is. What is refused counts only against
 * limits that had room. Errors: `rate_limited`, `quota_exceeded`, `service_unavailable`.
 */
export async function takeRates(
  accounts: Accounts,
  limits: CallLimits,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { principal } = request;
  if (principal === null) return;
  const { access = 'public', isSql = false } = request.routeOptions.config;
  const left: string[] = [];
  const policies = policiesOf(limits, principal, access, isSql);
  if (policies.length === 0) return;
  reply.header('RateLimit-Policy', policies.map(describePolicy).join(', '));
  for (const policy of policies) {
    const { bucket, limit, windowMs } = policy;
    const { ok, remaining, resetMs } = await accounts.takeRate(bucket, { limit, windowMs });
    const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
    left.push(`"${policy.name}";r=${Math.max(0, remaining)};t=${resetSeconds}`);
    reply.header('RateLimit', left.join(', '));
    if (!ok) throw refusal(policy, resetSeconds);
  }
}

/** The narrowest first. */
function policiesOf(limits: CallLimits, principal: Principal, access: Access, isSql: boolean): Policy[] {
  const { keyId, accountId } = principal;
  const perMinute = (name: Policy['name'], limit: number, id: string): Policy => ({
    name,
    limit,
    windowMs: minuteMs,
    bucket: `${name}:${id}`,
  });
  const policies =
    access === 'data'
      ? [
          ...(isSql ? [perMinute('sql', limits.sqlPerMinute, keyId)] : []),
          perMinute('key', limits.keyPerMinute, keyId),
          { name: 'day' as const, limit: limits.keyPerDay, windowMs: dayMs, bucket: `day:${keyId}` },
        ]
      : [perMinute('account', limits.accountPerMinute, accountId)];
  return policies.filter(({ limit }) => limit > 0);
}

function describePolicy({ name, limit, windowMs }: Policy): string {
  return `"${name}";q=${limit};w=${windowMs / 1_000}`;
}

function refusal({ name, limit, windowMs }: Policy, retryAfterSeconds: number): AppError {
  const meta = { policy: name, limit, window_seconds: windowMs / 1_000, reset_seconds: retryAfterSeconds };
  if (name === 'day') {
    const message = `This key may send ${limit} requests a day, and has; the day ends at midnight UTC`;
    return new AppError('quota_exceeded', message, { retryAfterSeconds, meta });
  }
  const what = { key: 'This key', sql: 'SQL of this key', account: 'This account' }[name];
  return new AppError('rate_limited', `${what} may take ${limit} requests a minute, and has`, {
    retryAfterSeconds,
    meta,
  });
}
