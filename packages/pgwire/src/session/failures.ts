import { ProtocolError } from '../protocol/protocol-error.ts';
import type { ReplyFields } from '../protocol/replies.ts';
import type { QueryService } from '../query-service.ts';

/** The SQLSTATE of an error code; by its kind where it is not listed. */
const states: Readonly<Record<string, string>> = {
  sql_syntax_error: '42601',
  sql_unknown_table: '42P01',
  sql_unknown_column: '42703',
  sql_unknown_function: '42883',
  sql_type_error: '42804',
  sql_conversion_error: '22P02',
  sql_parameter_error: '08P01',
  statement_not_allowed: '0A000',
  not_supported_by_backend: '0A000',
  multiple_statements: '42601',
  sql_not_available: '0A000',
  rate_limited: '53400',
  quota_exceeded: '53400',
  too_many_concurrent_queries: '53300',
  crash_budget_exceeded: '53400',
  query_timeout: '57014',
  query_cancelled: '57014',
  query_memory_exceeded: '53200',
  query_crashed_engine: '58000',
  result_too_large: '54000',
  result_expired: '72000',
  result_withdrawn: '72000',
  service_unavailable: '57P03',
  engine_closed: '57P01',
  disk_full: '53100',
  index_missing: '57P03',
  invalid_api_key: '28P01',
  missing_api_key: '28P01',
  revoked_api_key: '28000',
  expired_api_key: '28000',
  insufficient_scope: '28000',
  account_suspended: '28000',
  account_closed: '28000',
  platform_not_permitted: '42501',
  max_cost_exceeded: '53400',
  insufficient_balance: '53400',
  spend_limit_reached: '53400',
};

/** An error as the fields of a message. `text`: what the client sent, in which the statement begins at `start`. */
export function failureFields(
  error: unknown,
  service: Pick<QueryService, 'toTold'>,
  { text = '', start = 0, isFatal = false }: { text?: string; start?: number; isFatal?: boolean } = {},
): ReplyFields {
  const severity = isFatal || (error instanceof ProtocolError && error.isFatal) ? 'FATAL' : 'ERROR';
  if (error instanceof ProtocolError) {
    return { severity, sqlState: error.sqlState, message: error.message, hint: error.hint };
  }
  const { code, message, hint, offset, requestId, documentation } = service.toTold(error);
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  return {
    severity,
    sqlState: states[code] ?? 'XX000',
    message,
    hint,
    detail: `Error code ${code}${request}, documented at ${documentation}`,
    position: offset === undefined ? undefined : [...text.slice(0, start + offset)].length + 1,
    code,
  };
}
