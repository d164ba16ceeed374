import { type ErrorCode, type ErrorKind, errorCodes } from './error-codes.ts';

/** Where in the caller's SQL text a fault lies, and how to mend it. Field names as in the HTTP answer. */
export interface SqlErrorDetail {
  message: string;
  /** UTF-16 code units from the start of the text; null when the engine gave no place. */
  offset: number | null;
  /** UTF-16 code units covered, at least 1 when `offset` is known. */
  length: number | null;
  /** From 1. */
  line: number | null;
  /** From 1, in UTF-16 code units. */
  column: number | null;
  /** The word at the place. */
  near: string | null;
  /** Names the caller may see that resemble the one not found; nearest first. */
  candidates: string[];
  hint: string | null;
}

export interface AppErrorOptions {
  /** Every fault of the SQL text, first one first. */
  sql?: readonly SqlErrorDetail[];
  /** The request parameter at fault, where there is one. */
  param?: string;
  hint?: string;
  /** Facts for a program, shown to the caller. */
  meta?: Readonly<Record<string, unknown>>;
  /** What lies behind it; logged, never shown to an HTTP caller. */
  cause?: unknown;
  retryAfterSeconds?: number;
}

/** A failure the caller can act on. Anything else that is thrown is a fault of the program. */
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
