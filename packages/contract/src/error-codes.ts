/** What went wrong, coarsely. Only `packages/server` turns a kind into an HTTP status. */
export type ErrorKind = 'invalid' | 'denied' | 'missing' | 'limit' | 'upstream' | 'internal';

interface ErrorCodeFacts {
  readonly kind: ErrorKind;
  /** Whether the same call may succeed later without being changed. */
  readonly retryable: boolean;
  /** One line for the documentation. */
  readonly meaning: string;
}

/** Every code an {@link AppError} can carry. A code is added here and nowhere else. */
export const errorCodes = {
  // SQL that was refused, or that failed on the data it met
  sql_syntax_error: {
    kind: 'invalid',
    retryable: false,
    meaning:
      'The text is not SQL in DuckDB’s dialect, or its clauses do not go together (GROUP BY, window functions).',
  },
  sql_unknown_table: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A table that this platform does not have.',
  },
  sql_unknown_column: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A column that none of the tables in reach has, or that several have.',
  },
  sql_unknown_function: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A function that does not exist or is not offered.',
  },
  sql_type_error: {
    kind: 'invalid',
    retryable: false,
    meaning: 'An operator or function was given types it does not take.',
  },
  sql_conversion_error: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A value could not be converted to the type asked for.',
  },
  sql_parameter_error: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Parameters missing, left over, or of a type that cannot be bound.',
  },
  statement_not_allowed: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Something other than one read-only SELECT over the tables offered.',
  },
  not_supported_by_backend: {
    kind: 'invalid',
    retryable: false,
    meaning:
      'Allowed, but not by the backend of this service, which says what. DuckDB, the default one, never says so.',
  },
  multiple_statements: { kind: 'invalid', retryable: false, meaning: 'More than one statement in one text.' },
  // limits
  rate_limited: {
    kind: 'limit',
    retryable: true,
    meaning: 'Too many requests within a minute; `Retry-After` says when there is room again.',
  },
  quota_exceeded: {
    kind: 'limit',
    retryable: true,
    meaning: 'The key has used up its requests of the day.',
  },
  too_many_concurrent_queries: {
    kind: 'limit',
    retryable: true,
    meaning: 'Too many queries of this key run and wait, or one waited too long.',
  },
  query_timeout: { kind: 'limit', retryable: true, meaning: 'The query ran past its time limit.' },
  query_cancelled: { kind: 'limit', retryable: true, meaning: 'The caller cancelled the query.' },
  query_memory_exceeded: {
    kind: 'limit',
    retryable: false,
    meaning: 'The query needs more memory than one query may have.',
  },
  result_too_large: {
    kind: 'limit',
    retryable: false,
    meaning: 'A JSON result above its size limit; the streaming formats have none.',
  },
  result_expired: {
    kind: 'missing',
    retryable: false,
    meaning: 'A kept result, or the snapshot that it was read from, is gone.',
  },
  statement_not_running: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The statement has ended; there is nothing to cancel.',
  },
  service_unavailable: {
    kind: 'limit',
    retryable: true,
    meaning: 'No room or no part of the service to answer with at the moment.',
  },
  // the index
  index_missing: { kind: 'missing', retryable: false, meaning: 'No index at the place named.' },
  index_corrupt: {
    kind: 'internal',
    retryable: false,
    meaning: 'A file of the index is missing, cut short or altered.',
  },
  index_too_new: {
    kind: 'internal',
    retryable: false,
    meaning: 'The index was written by a newer version than the one that reads it.',
  },
  index_locked: { kind: 'limit', retryable: true, meaning: 'Another process is writing to this index.' },
  // ingest and the command line
  file_missing: {
    kind: 'missing',
    retryable: false,
    meaning: 'A file that does not exist or cannot be read.',
  },
  file_malformed: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A file that is not of the format it was taken for.',
  },
  format_unknown: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A file whose format could not be told; name it with --format.',
  },
  mapping_invalid: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A column mapping that names what does not exist.',
  },
  catalog_invalid: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A description of one’s own tables that cannot be used; the message names the place.',
  },
  usage_error: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Flags or arguments that the command does not take.',
  },
  address_unavailable: {
    kind: 'limit',
    retryable: true,
    meaning: 'The address and port to serve at are taken, or not this machine’s.',
  },
  // credentials and accounts
  missing_api_key: { kind: 'denied', retryable: false, meaning: 'No credentials were sent.' },
  invalid_api_key: { kind: 'denied', retryable: false, meaning: 'The key is not one of ours.' },
  revoked_api_key: { kind: 'denied', retryable: false, meaning: 'The key was revoked.' },
  expired_api_key: { kind: 'denied', retryable: false, meaning: 'The key has expired.' },
  ambiguous_credentials: { kind: 'invalid', retryable: false, meaning: 'Two different keys in one request.' },
  key_in_query_string: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A key in the URL, where logs would keep it.',
  },
  platform_not_permitted: {
    kind: 'denied',
    retryable: false,
    meaning: 'The key has no permission for this platform.',
  },
  insufficient_scope: {
    kind: 'denied',
    retryable: false,
    meaning: 'A key of the wrong kind for this endpoint.',
  },
  max_cost_exceeded: {
    kind: 'limit',
    retryable: false,
    meaning: 'The worst case of this request costs more than its `max_cost` allows.',
  },
  insufficient_balance: {
    kind: 'limit',
    retryable: false,
    meaning: 'The balance does not cover the worst case of this request.',
  },
  spend_limit_reached: {
    kind: 'limit',
    retryable: false,
    meaning: 'The worst case of this request passes the spend limit of the account or the key.',
  },
  idempotency_conflict: {
    kind: 'limit',
    retryable: true,
    meaning: 'A request of this Idempotency-Key runs.',
  },
  idempotency_answer_not_kept: {
    kind: 'limit',
    retryable: false,
    meaning:
      'A request of this Idempotency-Key was answered and charged; its answer was a stream, or too large to keep. It is not done again.',
  },
  idempotency_key_reused: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The Idempotency-Key came before with another request.',
  },
  signup_closed: {
    kind: 'denied',
    retryable: false,
    meaning: 'Accounts of this service are made by its operator.',
  },
  webhook_not_found: {
    kind: 'missing',
    retryable: false,
    meaning: 'The account has no webhook of this id.',
  },
  webhook_limit_reached: {
    kind: 'limit',
    retryable: false,
    meaning: 'The account has as many webhooks as it may.',
  },
  api_key_not_found: {
    kind: 'missing',
    retryable: false,
    meaning: 'The account has no key of this id.',
  },
  key_limit_reached: {
    kind: 'limit',
    retryable: false,
    meaning: 'The account has as many active keys as it may.',
  },
  // requests
  invalid_cursor: {
    kind: 'invalid',
    retryable: false,
    meaning: 'A cursor that was not given by this service, or not for this list.',
  },
  not_found: { kind: 'missing', retryable: false, meaning: 'Nothing is known under this name.' },
  route_not_found: { kind: 'missing', retryable: false, meaning: 'No such path.' },
  method_not_allowed: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The path exists, but not for this method.',
  },
  malformed_request: {
    kind: 'invalid',
    retryable: false,
    meaning: 'What arrived is not HTTP, or ended before it was whole.',
  },
  request_timeout: {
    kind: 'limit',
    retryable: true,
    meaning: 'The request’s headers or body took too long to arrive.',
  },
  not_acceptable: {
    kind: 'invalid',
    retryable: false,
    meaning: 'None of the accepted media types can be produced.',
  },
  unsupported_media_type: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The body is not of a type this endpoint reads.',
  },
  range_not_satisfiable: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The file has no such bytes; `Content-Range` tells how many it has.',
  },
  body_too_large: { kind: 'limit', retryable: false, meaning: 'The request body is larger than 1 MiB.' },
  headers_too_large: {
    kind: 'limit',
    retryable: false,
    meaning: 'The request’s headers or URL are too long.',
  },
  upstream_error: {
    kind: 'upstream',
    retryable: true,
    meaning: 'The platform’s own service failed, or answered what cannot be read.',
  },
  upstream_timeout: {
    kind: 'upstream',
    retryable: true,
    meaning: 'The platform’s own service did not answer in time.',
  },
  sql_not_available: {
    kind: 'missing',
    retryable: false,
    meaning: 'SQL for this platform is announced, but not ready.',
  },
  internal_error: {
    kind: 'internal',
    retryable: false,
    meaning: 'A fault of ours; nothing is disclosed, the request id finds it in the log.',
  },
} as const satisfies Record<string, ErrorCodeFacts>;

export type ErrorCode = keyof typeof errorCodes;
