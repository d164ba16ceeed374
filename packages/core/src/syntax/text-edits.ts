import { AppError } from '@sdq/contract';
import { placeAt } from './text-position.ts';

/** Replacement of `[start, end)` of a text, in UTF-16 units. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text after edits, and how its places lead back. */
export interface EditedText {
  readonly text: string;
  /** The offset in the text before the edits. Inside of a replacement, that is its beginning. */
  readonly before: (offset: number) => number;
}

/** Applies edits that do not overlap; of two that begin at the same place, the first one given stands first. */
export function applyEdits(text: string, edits: readonly TextEdit[]): EditedText {
  const ascending = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let edited = '';
  let at = 0;
  const moves: { at: number; length: number; start: number; end: number }[] = [];
  for (const { start, end, text: inserted } of ascending) {
    edited += text.slice(at, start);
    moves.push({ at: edited.length, length: inserted.length, start, end });
    edited += inserted;
    at = end;
  }
  edited += text.slice(at);
  const before = (offset: number): number => {
    let shift = 0;
    for (const move of moves) {
      if (offset < move.at) break;
      if (offset < move.at + move.length) return move.start;
      shift = move.end - (move.at + move.length);
    }
    return offset + shift;
  };
  return { text: edited, before };
}

/** The same error about the caller's own text: positions lead back, and what stands there is the caller's. */
export function aboutText(error: unknown, text: string, before: (offset: number) => number): unknown {
  if (!(error instanceof AppError) || error.sql.length === 0) return error;
  const sql = error.sql.map((detail) => ({
    ...detail,
    ...placeAt(text, detail.offset === null ? null : Math.min(before(detail.offset), text.length)),
  }));
  const { code, message, hint, cause, param, meta, retryAfterSeconds } = error;
  return new AppError(code, message, {
    cause,
    sql,
    meta,
    ...(hint !== undefined && { hint }),
    ...(param !== undefined && { param }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
