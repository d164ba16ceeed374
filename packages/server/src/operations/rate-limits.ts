import type { Accounts, Principal } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../request/access.ts';
import type { CallLimits } from './call-limits.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A rate limit that applies to a request. */
interface Policy {
  /** The name in the RateLimit headers. */
  name: 'key' | 'sql' | 'account' | 'day';
  limit: number;
  windowMs: number;
  /** The key of the counter. */
  bucket: string;
}

/**
 * Counts a request against the rate limits of its key or account, sets the RateLimit headers
 * (draft-ietf-httpapi-ratelimit-headers), and refuses the request when a limit is exceeded. A refused request counts
 * only against the limits that are not exceeded. Errors: `rate_limited`, `quota_exceeded`, `service_unavailable`.
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

/** The rate limits of a request, the narrowest first. */
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
    const message = `Daily quota exceeded: this API key is limited to ${formatCount(limit)} ${plural(limit, 'request')} per day. The quota resets at 00:00 UTC.`;
    return new AppError('quota_exceeded', message, { retryAfterSeconds, meta });
  }
  const owner = name === 'account' ? 'this account' : 'this API key';
  const requests = plural(limit, name === 'sql' ? 'SQL request' : 'request');
  const message = `Rate limit exceeded: ${owner} is limited to ${formatCount(limit)} ${requests} per minute. Retry in ${retryAfterSeconds} ${plural(retryAfterSeconds, 'second')}.`;
  return new AppError('rate_limited', message, { retryAfterSeconds, meta });
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** With thousands separators. */
function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
