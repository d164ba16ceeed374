import { type ErrorCode, errorCodes } from '@sdq/contract';

/** What decides which failures an operation can be answered with. */
export interface OperationTraits {
  operationId: string;
  method: string;
  path: string;
  /** Names of the security schemes that it takes; empty for public ones. */
  schemes: readonly string[];
  hasBody: boolean;
  hasCursor: boolean;
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
const read: ErrorCode[] = [
  'not_found',
  'upstream_error',
  'upstream_timeout',
  'query_timeout',
  'query_memory_exceeded',
];
const sql: ErrorCode[] = [
  'sql_syntax_error',
  'sql_unknown_table',
  'sql_unknown_column',
  'sql_unknown_function',
  'sql_type_error',
  'sql_conversion_error',
  'sql_parameter_error',
  'statement_not_allowed',
  'not_supported_by_backend',
  'multiple_statements',
  'query_memory_exceeded',
  'max_cost_exceeded',
  'not_acceptable',
  'result_too_large',
  'result_expired',
  'invalid_cursor',
  'too_many_concurrent_queries',
  'sql_not_available',
  'query_timeout',
];

/** What single operations answer besides; an operation's own codes stand here, all others follow from its traits. */
const own: Readonly<Record<string, readonly ErrorCode[]>> = {
  create_api_key: ['key_limit_reached'],
  rotate_api_key: ['api_key_not_found', 'key_limit_reached'],
  delete_api_key: ['api_key_not_found'],
  create_webhook: ['webhook_limit_reached'],
  delete_webhook: ['webhook_not_found'],
  signup: ['signup_closed'],
  current_user: ['not_found'],
  update_user: ['not_found'],
  receipt: ['not_found'],
  media: ['not_found', 'range_not_satisfiable'],
};

/** Whether it answers the result of a query. */
export function isSql({ method, path }: OperationTraits): boolean {
  return method !== 'delete' && /\/sql(?:\/statements\/[^/]+)?$/.test(path);
}

/** The codes that an operation can be answered with, but for 422, in the order of the table of codes. */
export function errorsOf(operation: OperationTraits): ErrorCode[] {
  const { operationId, method, path, schemes, hasBody, hasCursor } = operation;
  const isData = schemes.includes('HTTPBearer') && !schemes.includes('APIKeyHeader');
  const isOfSql = isSql(operation);
  const codes = new Set<ErrorCode>([
    ...always,
    ...(schemes.length > 0 ? withKey : []),
    ...(hasBody ? withBody : []),
    ...(method === 'delete' ? (['body_too_large'] as const) : []),
    ...(isData ? charged : []),
    ...(isData && !isOfSql ? read : []),
    ...(isOfSql ? sql : []),
    ...(path.includes('/sql/statements/') ? (['not_found'] as const) : []),
    ...(operationId.endsWith('_sql_statement_cancel') ? (['statement_not_running'] as const) : []),
    ...(method === 'post' && schemes.length > 0
      ? (['idempotency_conflict', 'idempotency_answer_not_kept', 'idempotency_key_reused'] as const)
      : []),
    ...(hasCursor ? (['invalid_cursor'] as const) : []),
    ...(own[operationId] ?? []),
  ]);
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => codes.has(code));
}
