import { type AppError, type ErrorCode, type ErrorKind, errorCodes } from '@sdq/contract';

/** The default HTTP status of each kind of error. */
const statusByKind: Record<ErrorKind, number> = {
  invalid: 400,
  denied: 401,
  missing: 404,
  limit: 503,
  upstream: 502,
  internal: 500,
};

const statusByCode: Partial<Record<ErrorCode, number>> = {
  platform_not_permitted: 403,
  insufficient_scope: 403,
  signup_closed: 403,
  session_refused: 403,
  schedules_disabled: 403,
  account_suspended: 403,
  account_closed: 403,
  account_state_invalid: 409,
  rate_limited: 429,
  quota_exceeded: 429,
  too_many_concurrent_queries: 429,
  crash_budget_exceeded: 429,
  insufficient_balance: 402,
  spend_limit_reached: 402,
  max_cost_exceeded: 402,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  key_limit_reached: 409,
  webhook_limit_reached: 409,
  saved_limit_reached: 409,
  statement_running: 409,
  statement_not_running: 409,
  result_expired: 410,
  result_withdrawn: 410,
  idempotency_conflict: 409,
  idempotency_answer_not_kept: 409,
  idempotency_key_reused: 422,
  body_too_large: 413,
  result_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  headers_too_large: 431,
  // for logs only: the caller has disconnected
  query_cancelled: 499,
  query_memory_exceeded: 400,
  // configuration errors that a caller cannot fix
  index_missing: 500,
  index_mirrored: 500,
  store_unreachable: 500,
  store_refused: 500,
  cluster_unreachable: 500,
  cluster_refused: 500,
  publication_conflict: 500,
  file_missing: 500,
  file_malformed: 500,
  format_unknown: 500,
  source_limit: 500,
  source_unreachable: 500,
  records_refused: 500,
  mapping_invalid: 500,
  catalog_invalid: 500,
  usage_error: 500,
  address_unavailable: 500,
  sql_not_available: 501,
  query_timeout: 504,
  upstream_timeout: 504,
  disk_full: 507,
};

/** The HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return statusByCode[code] ?? statusByKind[errorCodes[code].kind];
}

/** Whether the message of an error is disclosed to callers. */
export function isDisclosed(error: AppError): boolean {
  return statusOf(error.code) !== 500;
}

/** Codes that HTTP callers never receive: those of the command line, the operator, and disconnected callers. */
export const unansweredCodes: readonly ErrorCode[] = (Object.keys(errorCodes) as ErrorCode[]).filter(
  (code) =>
    (statusOf(code) === 500 && code !== 'internal_error') ||
    code === 'query_cancelled' ||
    code === 'engine_closed' ||
    code === 'account_state_invalid' ||
    code === 'index_locked',
);
