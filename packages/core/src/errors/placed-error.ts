import { AppError, type ErrorCode, nearestNames } from '@sdq/contract';
import type { Statement } from '../stages.ts';
import { placeAt, TextPositions } from '../syntax/text-position.ts';

export interface PlacedErrorFacts {
  readonly message: string;
  /**
   * Where the error begins in the caller's text, as the AST says it: `query_location`. Null when it has no position.
   */
  readonly location: number | null;
  /** An unknown name, and the known ones: similar names are added as candidates. */
  readonly unknown?: { readonly name: string; readonly known: Iterable<string> };
  readonly hint?: string;
}

/** An error about a part of a statement, with its line, column and word in the caller's own text. */
export function placedError(
  code: ErrorCode,
  { text }: Pick<Statement, 'text'>,
  { message, location, unknown, hint }: PlacedErrorFacts,
): AppError {
  const offset = location === null ? null : new TextPositions(text).utf16(location);
  const candidates = unknown === undefined ? [] : nearestNames(unknown.name, unknown.known);
  const detail = { message, ...placeAt(text, offset), candidates, hint: hint ?? null };
  return new AppError(code, message, { sql: [detail], ...(hint !== undefined && { hint }) });
}
