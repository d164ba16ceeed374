import { type ErrorCode, errorCodes } from '@sdq/contract';

/** What decides which failures an operation can be answered with. */
export interface OperationTraits {
  method: string;
  path: string;
  /** Names of the security schemes that it takes; empty for public ones. */
  schemes: readonly string[];
  hasBody: boolean;
  hasCursor: boolean;
  /** What its route says it may answer besides. */
  own: readonly ErrorCode[];
}

/** Of paths and methods that are no operation. */
export const unroutedCodes: readonly ErrorCode[] = ['route_not_found', 'method_not_allowed'];

const always: ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const withKey: ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
  'ambiguous_credentials',
  'key_in_query_string',
  'insufficient_scope',
];
const withBody: ErrorCode[] = ['body_too_large', 'unsupported_media_type'];
const charged: ErrorCode[] = [
  'platform_not_permitted',
  'insufficient_balance',
  'spend_limit_reached',
  'quota_exceeded',
];
/** Whether it answers the result of a query. */
export function isSql({ method, path }: OperationTraits): boolean {
  return method !== 'delete' && /\/sql(?:\/statements\/[^/]+)?$/.test(path);
}

/** The codes that an operation can be answered with, but for 422, in the order of the table of codes. */
export function errorsOf(operation: OperationTraits): ErrorCode[] {
  const { method, schemes, hasBody, hasCursor, own } = operation;
  const isData = schemes.includes('HTTPBearer') && !schemes.includes('APIKeyHeader');
  const codes = new Set<ErrorCode>([
    ...always,
    ...(schemes.length > 0 ? withKey : []),
    ...(hasBody ? withBody : []),
    ...(method === 'delete' ? (['body_too_large'] as const) : []),
    ...(isData ? charged : []),
    ...(method === 'post' && schemes.length > 0
      ? (['idempotency_conflict', 'idempotency_answer_not_kept', 'idempotency_key_reused'] as const)
      : []),
    ...(hasCursor ? (['invalid_cursor'] as const) : []),
    ...own,
  ]);
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => codes.has(code));
}
