import { AppError, type ErrorCode, errorCodes, nearestNames } from '@sdq/contract';
import { placedError, type Resolved, resultExpired } from '@sdq/core/backend';
import { isLost, NodeFault, NodeLost } from '../client/node-fault.ts';

/** Codes of values that cannot be what the query asks of them. */
const conversionCodes: ReadonlySet<number> = new Set([
  6, // CANNOT_PARSE_TEXT
  25, // CANNOT_PARSE_ESCAPE_SEQUENCE
  26, // CANNOT_PARSE_QUOTED_STRING
  27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  38, // CANNOT_PARSE_DATE
  41, // CANNOT_PARSE_DATETIME
  69, // ARGUMENT_OUT_OF_BOUND
  70, // CANNOT_CONVERT_TYPE
  72, // CANNOT_PARSE_NUMBER
  153, // ILLEGAL_DIVISION
  321, // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  407, // DECIMAL_OVERFLOW
]);

/** What a cluster's failure is for the caller of a query; anything else is returned unchanged. */
export function userError(error: unknown, query: Resolved): unknown {
  if (error instanceof NodeLost || (error instanceof NodeFault && isLost(error))) return nodeLost(error);
  if (!(error instanceof NodeFault)) return error;
  const told = guardError(error, query);
  if (told !== undefined) return told;
  switch (error.code) {
    case 241: // MEMORY_LIMIT_EXCEEDED
      return /\(total\)|total memory/i.test(error.message) ? overloaded(error) : memoryExceeded(error);
    case 159: // TIMEOUT_EXCEEDED
    case 160: // TOO_SLOW
      return new AppError('query_timeout', 'The query did not finish within the time limit of the cluster', {
        hint: 'Filter by create_time, read fewer columns, or add a LIMIT',
        cause: error,
      });
    case 394: // QUERY_WAS_CANCELLED
      return new AppError('query_cancelled', 'The query was cancelled at the cluster', { cause: error });
    case 60: // UNKNOWN_TABLE
    case 81: // UNKNOWN_DATABASE
      return resultExpired(error);
    case 201: // QUOTA_EXCEEDED
    case 202: // TOO_MANY_SIMULTANEOUS_QUERIES
    case 203: // NO_FREE_CONNECTION
      return overloaded(error);
    case 243: // NOT_ENOUGH_SPACE
      return new AppError('disk_full', 'A disk of the cluster is full', {
        hint: 'Sort and group fewer rows, or try again later',
        cause: error,
      });
    case 164: // READONLY
    case 192: // UNKNOWN_USER
    case 193: // WRONG_PASSWORD
    case 452: // SETTING_CONSTRAINT_VIOLATION
    case 497: // ACCESS_DENIED
    case 516: // AUTHENTICATION_FAILED
      return new AppError('service_unavailable', 'The cluster refuses the user of this service', {
        hint: 'The operator finds the reason in the log of the service',
        cause: error,
      });
    default:
      return conversionCodes.has(error.code) ? conversion(error, query) : error;
  }
}

/** The error that a guard in the emitted SQL tells: `sdq:CODE:message`. */
function guardError(error: NodeFault, { statement }: Resolved): AppError | undefined {
  const location = onlyCast(statement.ast);
  const [, code = '', message = ''] = /sdq:(\w+):(.*?)(?::? while executing|$)/s.exec(error.message) ?? [];
  if (!Object.hasOwn(errorCodes, code)) return undefined;
  const placed = placedError(code as ErrorCode, statement, { message: message.trim(), location });
  placed.cause = error;
  return placed;
}

/** Where a statement converts a value, if it does so at one place only: which of several failed, a node does not tell. */
function onlyCast(tree: unknown): number | null {
  const found = castsIn(tree);
  return found.length === 1 ? (found[0] as number) : null;
}

function castsIn(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(castsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { class: kind, try_cast: isTried, query_location: location } = node as Record<string, unknown>;
  const own = kind === 'CAST' && isTried !== true && typeof location === 'number' ? [location] : [];
  return [...own, ...Object.values(node).flatMap(castsIn)];
}

/** An error of binding, with names that resemble an unknown one; a table that is not in FROM is told as one. */
export function bindingError(error: unknown, { references }: Resolved): unknown {
  if (!(error instanceof AppError)) return error;
  const table = /^Referenced table "(.*?)" not found/s.exec(error.message)?.[1];
  const column = error.code === 'sql_unknown_column' ? /"(.*?)"/s.exec(error.message)?.[1] : undefined;
  const name = table ?? column;
  if (name === undefined) return error;
  const message =
    table === undefined ? error.message : `There is no table or alias "${table}" in the FROM clause`;
  const known = references.flatMap(({ table: each }) => [each.name, ...each.columns.map((of) => of.name)]);
  const candidates = nearestNames(name, known);
  const sql = error.sql.map((each) => ({ ...each, message, candidates }));
  return new AppError(table === undefined ? error.code : 'sql_unknown_table', message, { sql, cause: error });
}

function nodeLost(error: Error): AppError {
  const message = 'A node of the cluster does not answer, so the answer would lack its rows';
  return new AppError('service_unavailable', message, {
    hint: 'Try again later',
    retryAfterSeconds: 5,
    cause: error,
  });
}

function overloaded(error: Error): AppError {
  return new AppError('service_unavailable', 'The cluster is overloaded', {
    hint: 'Try again later',
    retryAfterSeconds: 5,
    cause: error,
  });
}

function memoryExceeded(error: Error): AppError {
  return new AppError('query_memory_exceeded', 'The query exceeds the memory limit of one query', {
    hint: 'Read fewer columns, filter earlier, sort and group fewer rows, or use approx_count_distinct and approx_quantile',
    cause: error,
  });
}

function conversion(error: NodeFault, { statement }: Resolved): AppError {
  const message = 'A value cannot be converted to the type that the query asks for';
  const placed = placedError('sql_conversion_error', statement, {
    message,
    location: onlyCast(statement.ast),
  });
  placed.cause = error;
  return placed;
}
