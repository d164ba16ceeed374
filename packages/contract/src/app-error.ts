import type { ErrorKind } from './error-code-facts.ts';
import { type ErrorCode, errorCodes } from './error-codes.ts';

/** The position of an error in the caller's SQL text, and how to fix it. Field names as in the HTTP response. */
export interface SqlErrorDetail {
  /** Where it is another code than that of the whole error. */
  code?: ErrorCode;
  message: string;
  /** UTF-16 code units from the start of the text; null when the engine reports no position. */
  offset: number | null;
  /** UTF-16 code units covered, at least 1 when `offset` is known. */
  length: number | null;
  /** From 1. */
  line: number | null;
  /** From 1, in UTF-16 code units. */
  column: number | null;
  /** The word at this position. */
  near: string | null;
  /** Published names that resemble the unknown name, nearest first. */
  candidates: string[];
  hint: string | null;
}

export interface AppErrorOptions {
  /** All errors of the SQL text, in the order of their positions. */
  sql?: readonly SqlErrorDetail[];
  /** The invalid request parameter, if there is one. */
  param?: string;
  hint?: string;
  /** Machine-readable details, returned to the caller. */
  meta?: Readonly<Record<string, unknown>>;
  /** The underlying error; logged, never returned to an HTTP caller. */
  cause?: unknown;
  retryAfterSeconds?: number;
}

/** An error that the caller can act on. Any other thrown value is a programming error. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly retryable: boolean;
  readonly sql: readonly SqlErrorDetail[];
  readonly param: string | undefined;
  readonly hint: string | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.kind = errorCodes[code].kind;
    this.retryable = errorCodes[code].retryable;
    this.sql = options.sql ?? [];
    this.param = options.param;
    this.hint = options.hint;
    this.meta = options.meta ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
