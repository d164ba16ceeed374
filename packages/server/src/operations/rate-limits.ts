import type { Accounts, Principal } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../request/access.ts';
import type { CallLimits } from './call-limits.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A rate limit that applies to a request. */
export interface Policy {
  /** The name in the RateLimit headers. */
  name: 'key' | 'sql' | 'check' | 'link' | 'account' | 'day';
  limit: number;
  windowMs: number;
  /** The key of the counter. */
  bucket: string;
}

/**
 * Counts a request against the rate limits of its key or account, sets the RateLimit headers
 * (draft-ietf-httpapi-ratelimit-headers), and refuses the request when a limit is exceeded. A refused request counts
 * only against the limits that are not exceeded. `kind`: as the route is configured. Errors: `rate_limited`, `quota_exceeded`, `service_unavailable`.
 */
export async function takeRates(
  accounts: Accounts,
  limits: CallLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Pick<FastifyContextConfig, 'isSql' | 'isCheck'> = request.routeOptions.config,
): Promise<void> {
  const { principal } = request;
  if (principal === null) return;
  const { access = 'public' } = request.routeOptions.config;
  const { isSql = false, isCheck = false } = kind;
  const left: string[] = [];
  const policies = policiesOf(limits, principal, access, { isSql, isCheck });
  if (policies.length === 0) return;
  reply.header('RateLimit-Policy', policies.map(describePolicy).join(', '));
  await takePolicies(accounts, policies, ({ name }, remaining, resetSeconds) => {
    left.push(`"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`);
    reply.header('RateLimit', left.join(', '));
  });
}

/** Counts a request against rate limits in their order, up to one that is exceeded. Errors: as `takeRates`. */
export async function takePolicies(
  accounts: Accounts,
  policies: readonly Policy[],
  onTaken: (policy: Policy, remaining: number, resetSeconds: number) => void = () => {},
): Promise<void> {
  for (const policy of policies) {
    const { bucket, limit, windowMs } = policy;
    const { ok, remaining, resetMs } = await accounts.takeRate(bucket, { limit, windowMs });
    const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
    onTaken(policy, remaining, resetSeconds);
    if (!ok) throw refusal(policy, resetSeconds);
  }
}

/**
 * Counts a request by a signed link against a limit of the key whose result it is, apart from the requests of the key
 * itself. Errors: `rate_limited`, `service_unavailable`.
 */
export async function takeLinkRate(
  accounts: Accounts,
  { linksPerMinute: limit }: CallLimits,
  keyId: string,
  reply: FastifyReply,
): Promise<void> {
  if (limit === 0) return;
  const policy: Policy = { name: 'link', limit, windowMs: minuteMs, bucket: `link:${keyId}` };
  const { ok, resetMs } = await accounts.takeRate(policy.bucket, policy);
  if (ok) return;
  reply.header('RateLimit-Policy', describePolicy(policy));
  throw refusal(policy, Math.max(1, Math.ceil(resetMs / 1_000)));
}

/** The rate limits of a request, the narrowest first. */
export function policiesOf(
  limits: CallLimits,
  principal: Principal,
  access: Access,
  { isSql, isCheck }: { isSql: boolean; isCheck: boolean },
): Policy[] {
  const { keyId, accountId } = principal;
  const perMinute = (name: Policy['name'], limit: number, id: string): Policy => ({
    name,
    limit,
    windowMs: minuteMs,
    bucket: `${name}:${id}`,
  });
  if (isCheck) return [perMinute('check', limits.checksPerMinute, keyId)].filter(({ limit }) => limit > 0);
  const policies =
    access === 'data' || access === 'reader'
      ? [
          ...(isSql ? [perMinute('sql', limits.sqlPerMinute, keyId)] : []),
          perMinute('key', limits.keyPerMinute, keyId),
          { name: 'day' as const, limit: limits.keyPerDay, windowMs: dayMs, bucket: `day:${keyId}` },
        ]
      : [
          ...(isSql ? [perMinute('sql', limits.sqlPerMinute, keyId)] : []),
          perMinute('account', limits.accountPerMinute, accountId),
        ];
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
  const nouns = {
    sql: 'SQL request',
    check: 'SQL check',
    link: 'request by link',
    key: 'request',
    account: 'request',
  };
  const requests = plural(limit, nouns[name]);
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
