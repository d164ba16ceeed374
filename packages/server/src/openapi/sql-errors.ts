import type { ErrorCode } from '@sdq/contract';

/** The error codes of SQL queries and statements. */
export const sqlErrors: readonly ErrorCode[] = [
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
  'query_crashed_engine',
  'crash_budget_exceeded',
  'max_cost_exceeded',
  'not_acceptable',
  'result_too_large',
  'result_expired',
  'result_withdrawn',
  'invalid_cursor',
  'too_many_concurrent_queries',
  'sql_not_available',
  'query_timeout',
];
