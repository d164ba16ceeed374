import { type ErrorCode, errorCodes } from '@sdq/contract';

/** The properties of an operation that determine its error codes. */
export interface OperationTraits {
  method: string;
  path: string;
  /** Names of its security schemes; empty for public operations. */
  schemes: readonly string[];
  hasBody: boolean;
  hasCursor: boolean;
  /** Further error codes of its route. */
  own: readonly ErrorCode[];
}

/** The error codes of unknown paths and methods. */
export const unroutedCodes: readonly ErrorCode[] = ['route_not_found', 'method_not_allowed'];

const always: ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'service_unavailable',
  'disk_full',
];
const withKey: ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
  'ambiguous_credentials',
  'key_in_query_string',
  'insufficient_scope',
  'session_refused',
  'session_expired',
  'account_suspended',
  'account_closed',
];
const withBody: ErrorCode[] = ['body_too_large', 'unsupported_media_type'];
const charged: ErrorCode[] = [
  'platform_not_permitted',
  'insufficient_balance',
  'spend_limit_reached',
  'quota_exceeded',
];
/** Whether a response is retained under an Idempotency-Key. Checks and quotes cost nothing, so they are made anew. */
export function retainsResponse({ method, path, schemes }: OperationTraits): boolean {
  return method === 'post' && schemes.length > 0 && !/\/sql\/(?:check|quotes)$/.test(path);
}

/** Whether the operation returns the result of a query. */
export function isSql({ method, path }: OperationTraits): boolean {
  return method !== 'delete' && /\/sql(?:\/statements\/[^/]+)?$/.test(path);
}

/** The error codes of an operation except validation errors, in the order of the table of codes. */
export function errorsOf(operation: OperationTraits): ErrorCode[] {
  const { method, schemes, hasBody, hasCursor, own } = operation;
  const isData = schemes.includes('HTTPBearer') && !schemes.includes('APIKeyHeader');
  const codes = new Set<ErrorCode>([
    ...always,
    ...(schemes.length > 0 ? withKey : []),
    ...(hasBody ? withBody : []),
    ...(method === 'delete' ? (['body_too_large'] as const) : []),
    ...(isData ? charged : []),
    ...(retainsResponse(operation)
      ? (['idempotency_conflict', 'idempotency_answer_not_kept', 'idempotency_key_reused'] as const)
      : []),
    ...(hasCursor ? (['invalid_cursor'] as const) : []),
    ...own,
  ]);
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => codes.has(code));
}
