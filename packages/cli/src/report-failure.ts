import { type Fault, SdqError } from '@sdq/client';
import { AppError } from '@sdq/contract';
import { excerpt } from './terminal/excerpt.ts';
import type { Output } from './terminal/output.ts';

/** An error of a query together with its SQL text, so that the position of the error can be shown. */
export class SqlFailure extends Error {
  readonly sqlText: string;
  override readonly cause: AppError | SdqError;

  constructor(sqlText: string, cause: AppError | SdqError) {
    super(cause.message, { cause });
    this.name = 'SqlFailure';
    this.sqlText = sqlText;
    this.cause = cause;
  }
}

/** A command that looked for faults has found some, and has told them. */
export class FaultsFound extends Error {}

/** An error that a message can show with its SQL text; any other, and one of the usage, as it is. */
export function asSqlFailure(sqlText: string, error: unknown): unknown {
  if (error instanceof AppError && error.code === 'usage_error') return error;
  return error instanceof AppError || error instanceof SdqError ? new SqlFailure(sqlText, error) : error;
}

/** Writes one message to standard error: code, position, reason and hint; with `debug` also the stack trace. */
export async function reportFailure(error: unknown, stderr: Output, debug: boolean): Promise<void> {
  const failure = error instanceof SqlFailure ? error.cause : error;
  const sqlText = error instanceof SqlFailure ? error.sqlText : undefined;
  const lines =
    failure instanceof AppError
      ? describe(failure, sqlText, stderr)
      : failure instanceof SdqError
        ? describeRemote(failure, sqlText, stderr)
        : describeUnknown(failure, stderr);
  if (debug) lines.push(stackOf(failure));
  await stderr.line(lines.join('\n'));
}

/** What a message tells of an error of the engine, or of a service. */
interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly sql: readonly Fault[];
}

function describeRemote(error: SdqError, sqlText: string | undefined, stderr: Output): string[] {
  const { code, message, hint, faults, requestId } = error;
  const lines = describe({ code, message, hint, sql: faults }, sqlText, stderr);
  return requestId === undefined ? lines : [...lines, `request: ${requestId}`];
}

function describe(error: Told, sqlText: string | undefined, stderr: Output): string[] {
  const head = (message: string) => `${stderr.style('red', `sdq: ${error.code}:`)} ${message}`;
  if (error.sql.length === 0) return [head(error.message), ...hintLines(error.hint, [])];
  const lines = error.sql.flatMap((detail, i) => [
    i === 0 ? head(placed(detail)) : `also: ${placed(detail)}`,
    ...(sqlText === undefined || detail.offset === null
      ? []
      : excerpt(sqlText, detail.offset, detail.length ?? 1).map((line) => `  ${line}`)),
    ...hintLines(detail.hint ?? undefined, detail.candidates),
  ]);
  const hintsGiven = error.sql.some((detail) => detail.hint === error.hint);
  return hintsGiven ? lines : [...lines, ...hintLines(error.hint, [])];
}

function placed(detail: Fault): string {
  if (detail.line === null || detail.column === null) return detail.message;
  return `${detail.line}:${detail.column}: ${detail.message}`;
}

function hintLines(hint: string | undefined, candidates: readonly string[]): string[] {
  const lines = hint === undefined ? [] : [`hint: ${hint}`];
  const unnamed = candidates.filter((candidate) => hint === undefined || !hint.includes(candidate));
  return unnamed.length === 0 ? lines : [...lines, `did you mean: ${unnamed.join(', ')}`];
}

function describeUnknown(error: unknown, stderr: Output): string[] {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  if (error instanceof FaultsFound) return [`${stderr.style('red', 'sdq:')} ${message}`];
  const code = (error as NodeJS.ErrnoException | null)?.code;
  // Errors of the operating system (no space, no permission) need no further explanation.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return [`${stderr.style('red', 'sdq:')} ${message}`];
  return [
    `${stderr.style('red', 'sdq: internal_error:')} ${message}`,
    'hint: This is a bug in sdq. Run the command again with SDQ_DEBUG=1 to get a stack trace.',
  ];
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
