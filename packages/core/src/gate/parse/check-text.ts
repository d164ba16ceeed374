import { AppError, type ErrorCode, sqlLimits } from '@sdq/contract';
import { placeAt } from '../../syntax/text-position.ts';
import { bracketStep, type Token, tokenize } from '../../syntax/tokens.ts';

/**
 * Bounds on the text alone, before any parser reads it. They keep DuckDB's parser, which cannot be interrupted, fast:
 * 10,000 comments took it 2.7 s, 1,000 took 27 ms.
 */
export const textLimits = {
  commentsMax: 500,
  commentDepthMax: 16,
  /** Brackets of any kind open at once. */
  bracketDepthMax: 200,
  /** Consecutive `[]`, as in a type: 500 take 0.1 s to serialize, and the time grows quadratically. */
  arrayLevelsMax: 32,
} as const;

const arrayLevels = new RegExp(`(?:\\[[0-9_\\s]*\\]\\s*){${textLimits.arrayLevelsMax + 1}}`);

/** A text that passed, with what was learned about it. */
export interface CheckedText {
  readonly tokens: readonly Token[];
  /** UTF-16 offset after the statement's last token: before a final semicolon and any comment. */
  readonly endOffset: number;
  readonly bracketDepth: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function refuse(code: ErrorCode, text: string, offset: number | null, message: string, hint?: string): never {
  const place = placeAt(text, offset);
  throw new AppError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    sql: [{ message, ...place, candidates: [], hint: hint ?? null }],
  });
}

function bracketDepthOf(text: string, tokens: readonly Token[]): { depth: number; at: number } {
  let open = 0;
  const deepest = { depth: 0, at: 0 };
  for (const token of tokens) {
    open += bracketStep(text, token);
    if (open > deepest.depth) {
      deepest.depth = open;
      deepest.at = token.start;
    }
  }
  return deepest;
}

function checkStatements(text: string, tokens: readonly Token[]): number {
  const first = tokens.findIndex((token) => token.kind === 'semicolon');
  const statement = first < 0 ? tokens : tokens.slice(0, first);
  const next = first < 0 ? undefined : tokens.slice(first).find((token) => token.kind !== 'semicolon');
  if (next !== undefined) {
    refuse('multiple_statements', text, next.start, 'Only one statement is allowed');
  }
  const last = statement.at(-1);
  if (last === undefined) refuse('sql_syntax_error', text, null, 'The query is empty');
  return last.end;
}

/** Refuses a text that is too long, contains control characters, or has more than one statement. */
export function checkText(text: string): CheckedText {
  const bytes = Buffer.byteLength(text);
  if (bytes > sqlLimits.textBytesMax) {
    const most = sqlLimits.textBytesMax.toLocaleString('en');
    const is = bytes.toLocaleString('en');
    refuse('statement_not_allowed', '', null, `The SQL text has ${is} bytes; the limit is ${most}`);
  }
  if (!text.isWellFormed()) {
    refuse('sql_syntax_error', text, null, 'The SQL text is not well-formed Unicode: unpaired surrogate');
  }
  const control = text.search(controlCharacter);
  if (control >= 0) {
    refuse('sql_syntax_error', text, control, 'The SQL text contains a control character');
  }
  const { tokens, comments } = tokenize(text);
  if (comments.count > textLimits.commentsMax || comments.depthMax > textLimits.commentDepthMax) {
    const limits = `${textLimits.commentsMax} comments, nested ${textLimits.commentDepthMax} deep`;
    refuse('statement_not_allowed', text, null, `The SQL text may contain at most ${limits}`);
  }
  const deepest = bracketDepthOf(text, tokens);
  if (deepest.depth > textLimits.bracketDepthMax) {
    const most = textLimits.bracketDepthMax;
    refuse('statement_not_allowed', text, deepest.at, `Brackets may be nested at most ${most} deep`);
  }
  const levels = text.search(arrayLevels);
  if (levels >= 0) {
    const most = textLimits.arrayLevelsMax;
    refuse('statement_not_allowed', text, levels, `Array types may be nested at most ${most} deep`);
  }
  return { tokens, endOffset: checkStatements(text, tokens), bracketDepth: deepest.depth };
}
