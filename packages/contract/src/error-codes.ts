import { commandErrorCodes } from './command-error-codes.ts';
import type { ErrorCodeFacts } from './error-code-facts.ts';

/** Every code an {@link AppError} can carry. A code is added here, or to the codes of commands. */
export const errorCodes = {
  // SQL that is refused, or that fails on the data
  sql_syntax_error: {
    kind: 'invalid',
    retryable: false,
    meaning:
      'Syntax error: the query is not valid SQL in DuckDB’s dialect, or its clauses cannot be combined (GROUP BY, window functions).',
  },
  sql_unknown_table: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Unknown table: this platform has no table of that name.',
  },
  sql_unknown_column: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Unknown or ambiguous column.',
  },
  sql_unknown_function: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Unknown or unsupported function.',
  },
  sql_type_error: {
    kind: 'invalid',
    retryable: false,
    meaning: 'An operator or function does not accept the types of its arguments.',
  },
  sql_conversion_error: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A value could not be converted to the requested type.',
  },
  sql_parameter_error: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A query parameter is missing, unused, or has an unsupported type.',
  },
  statement_not_allowed: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Only read-only SELECT statements over the published tables are allowed.',
  },
  not_supported_by_backend: {
    kind: 'invalid',
    retryable: false,
    meaning:
      'The query backend of this service does not support a feature of the query; the message names it. The default backend, DuckDB, never returns this code.',
  },
  multiple_statements: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The query contains more than one statement.',
  },
  // limits
  rate_limited: {
    kind: 'limit',
    retryable: true,
    meaning: 'Rate limit exceeded; `Retry-After` gives the number of seconds to wait.',
  },
  quota_exceeded: {
    kind: 'limit',
    retryable: true,
    meaning: 'The daily request quota of the API key is exhausted.',
  },
  too_many_concurrent_queries: {
    kind: 'limit',
    retryable: true,
    meaning: 'Too many queries of this API key are running and queued, or the query was queued for too long.',
  },
  query_timeout: { kind: 'limit', retryable: true, meaning: 'The query exceeded its time limit.' },
  query_cancelled: { kind: 'limit', retryable: true, meaning: 'The query was cancelled by the caller.' },
  query_memory_exceeded: {
    kind: 'limit',
    retryable: false,
    meaning: 'The query exceeded the memory limit of a query.',
  },
  query_crashed_engine: {
    kind: 'invalid',
    retryable: false,
    meaning:
      'The query ended the process that ran it. The same query of the same account is refused for an hour, or until the index changes.',
  },
  crash_budget_exceeded: {
    kind: 'limit',
    retryable: true,
    meaning:
      'Twenty queries of this account ended the process that ran them within an hour; its SQL is refused until `Retry-After`.',
  },
  result_too_large: {
    kind: 'limit',
    retryable: false,
    meaning: 'The JSON result exceeds the size limit; the streaming formats have no size limit.',
  },
  result_expired: {
    kind: 'missing',
    retryable: false,
    meaning: 'The retained result, or the snapshot that it was read from, has expired.',
  },
  result_withdrawn: {
    kind: 'missing',
    retryable: false,
    meaning:
      'The result, or its snapshot, was read before records were purged from the index, so that it is no longer given out.',
  },
  statement_running: {
    kind: 'limit',
    retryable: true,
    meaning: 'The statement is still running, so it has no result yet.',
  },
  statement_not_running: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The statement is not running, so it cannot be cancelled.',
  },
  service_unavailable: {
    kind: 'limit',
    retryable: true,
    meaning: 'The service is overloaded or temporarily unavailable.',
  },
  engine_closed: {
    kind: 'limit',
    retryable: false,
    meaning: 'The engine was closed; open another one.',
  },
  disk_full: {
    kind: 'limit',
    retryable: true,
    meaning: 'A disk is full; nothing was written in part. The operator frees some space.',
  },
  ...commandErrorCodes,
  // credentials and accounts
  missing_api_key: { kind: 'denied', retryable: false, meaning: 'The request has no API key.' },
  invalid_api_key: { kind: 'denied', retryable: false, meaning: 'The API key is invalid.' },
  revoked_api_key: { kind: 'denied', retryable: false, meaning: 'The API key was revoked.' },
  expired_api_key: { kind: 'denied', retryable: false, meaning: 'The API key has expired.' },
  ambiguous_credentials: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Two different API keys were sent in one request.',
  },
  key_in_query_string: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The API key was sent in the URL, where it could be logged. Send it in a header.',
  },
  platform_not_permitted: {
    kind: 'denied',
    retryable: false,
    meaning: 'The API key does not have access to this platform.',
  },
  insufficient_scope: {
    kind: 'denied',
    retryable: false,
    meaning: 'The API key is of the wrong kind for this endpoint.',
  },
  max_cost_exceeded: {
    kind: 'limit',
    retryable: false,
    meaning: 'The maximum cost of the request exceeds its `max_cost`.',
  },
  insufficient_balance: {
    kind: 'limit',
    retryable: false,
    meaning: 'The available balance does not cover the maximum cost of the request.',
  },
  spend_limit_reached: {
    kind: 'limit',
    retryable: false,
    meaning:
      'The maximum cost of the request exceeds what remains of the spend limit of the account or the key.',
  },
  idempotency_conflict: {
    kind: 'limit',
    retryable: true,
    meaning: 'A request with this Idempotency-Key is still in progress.',
  },
  idempotency_answer_not_kept: {
    kind: 'limit',
    retryable: false,
    meaning:
      'A request with this Idempotency-Key was answered and charged, but its response was a stream or too large to retain. It is not executed again.',
  },
  idempotency_key_reused: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The Idempotency-Key was already used with a different request.',
  },
  session_refused: {
    kind: 'denied',
    retryable: false,
    meaning:
      'A request of a browser session did not come from a page of the service, lacks a header, or reached the service over plain HTTP.',
  },
  session_expired: {
    kind: 'denied',
    retryable: false,
    meaning: 'The browser session has ended, or its key was revoked. Sign in again.',
  },
  invalid_sign_in_token: {
    kind: 'denied',
    retryable: false,
    meaning: 'The one-time sign-in token is unknown, expired or used already.',
  },
  signup_closed: {
    kind: 'denied',
    retryable: false,
    meaning: 'Sign-up is disabled; the operator of the service creates accounts.',
  },
  webhook_not_found: {
    kind: 'missing',
    retryable: false,
    meaning: 'The account has no webhook with this ID.',
  },
  webhook_limit_reached: {
    kind: 'limit',
    retryable: false,
    meaning: 'The account has reached its maximum number of webhooks.',
  },
  saved_limit_reached: {
    kind: 'limit',
    retryable: false,
    meaning:
      'The account has reached a limit of what it may save or share: saved queries, shares, read tokens, schedules or the bytes of kept results. The message names it.',
  },
  schedule_invalid: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The cron expression of a schedule is invalid, or has no time in the future.',
  },
  schedules_disabled: {
    kind: 'denied',
    retryable: false,
    meaning: 'The operator of the service has not enabled schedules.',
  },
  api_key_not_found: {
    kind: 'missing',
    retryable: false,
    meaning: 'The account has no API key with this ID.',
  },
  key_limit_reached: {
    kind: 'limit',
    retryable: false,
    meaning: 'The account has reached its maximum number of active API keys.',
  },
  account_suspended: {
    kind: 'denied',
    retryable: false,
    meaning: 'The account is suspended; the operator of the service can resume it.',
  },
  account_closed: { kind: 'denied', retryable: false, meaning: 'The account was closed.' },
  account_state_invalid: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The state of the account does not allow the operation; the message names the state.',
  },
  // requests
  invalid_cursor: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The cursor was not issued by this service, or belongs to another list.',
  },
  not_found: { kind: 'missing', retryable: false, meaning: 'The requested resource was not found.' },
  route_not_found: { kind: 'missing', retryable: false, meaning: 'The path does not exist.' },
  method_not_allowed: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The path does not support this method.',
  },
  malformed_request: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The request is not valid HTTP, or is incomplete.',
  },
  request_timeout: {
    kind: 'limit',
    retryable: true,
    meaning: 'The request’s headers or body took too long to arrive.',
  },
  not_acceptable: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The endpoint cannot produce any of the accepted media types.',
  },
  unsupported_media_type: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The endpoint does not accept the media type of the body.',
  },
  range_not_satisfiable: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The requested range is outside the file; `Content-Range` gives its size.',
  },
  body_too_large: { kind: 'limit', retryable: false, meaning: 'The request body exceeds 1 MiB.' },
  headers_too_large: {
    kind: 'limit',
    retryable: false,
    meaning: 'The headers or the URL of the request are too long.',
  },
  upstream_error: {
    kind: 'upstream',
    retryable: true,
    meaning: 'The upstream service of the platform failed or returned an invalid response.',
  },
  upstream_timeout: {
    kind: 'upstream',
    retryable: true,
    meaning: 'The upstream service of the platform did not respond in time.',
  },
  sql_not_available: {
    kind: 'missing',
    retryable: false,
    meaning: 'SQL is not yet available for this platform.',
  },
  internal_error: {
    kind: 'internal',
    retryable: false,
    meaning: 'Internal server error. Quote the request ID when contacting support.',
  },
} as const satisfies Record<string, ErrorCodeFacts>;

export type ErrorCode = keyof typeof errorCodes;
