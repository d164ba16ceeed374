import { AppError, type SqlErrorDetail } from '@sdq/contract';
import { applyEdits } from '../syntax/text-edits.ts';
import { TokenText } from '../syntax/token-text.ts';
import { tokenize } from '../syntax/tokens.ts';
import { callRules, isUnit } from './call-rules.ts';
import type { Suggestion } from './suggestion.ts';
import { syntaxRules, textInsteadOf } from './syntax-rules.ts';

/** A longer text is not shown in a hint. */
const shownMax = 300;
/** Calls that are looked at: a call that no rule rewrites is read again inside of the one around it. */
const callsMax = 2_000;

interface Budget {
  calls: number;
}

/** What to write for the calls of other dialects between two tokens, the outermost ones only. */
function callSuggestions(tokens: TokenText, from: number, to: number, budget: Budget): Suggestion[] {
  const found: Suggestion[] = [];
  for (let index = from; index < to; index += 1) {
    const rule = callRules.get(tokens.word(index));
    if (budget.calls >= callsMax) break;
    if (rule === undefined || tokens.symbol(index + 1) !== '(' || tokens.symbol(index - 1) === '.') continue;
    const close = tokens.closing(index + 1);
    if (close < 0 || close >= to) continue;
    budget.calls += 1;
    const given = tokens
      .arguments(index + 1, close)
      .map((span) => rewritten(tokens, span.from, span.to, budget));
    const text = rule(...given);
    if (text === undefined) continue;
    const [start, end] = [tokens.start(index), tokens.end(close)];
    const hint = text.length > shownMax ? '' : `Write ${text}`;
    found.push({ start, end, edits: [{ start, end, text }], hint, isCall: true });
    index = close;
  }
  return found.filter(({ hint }) => hint !== '');
}

/** An argument, with the calls inside of it rewritten. */
function rewritten(tokens: TokenText, from: number, to: number, budget: Budget): string {
  const [start, end] = [tokens.start(from), tokens.end(to - 1)];
  const text = tokens.text.slice(start, end);
  const edits = callSuggestions(tokens, from, to, budget).flatMap((each) => each.edits);
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  ).text;
}

/** Everything in a text that looks like a habit of another dialect. Most of it is valid: ask only about a text that fails. */
export function suggestions(text: string): Suggestion[] {
  const tokens = new TokenText(text, tokenize(text).tokens);
  return [
    ...Object.values(syntaxRules).flatMap((rule) => rule(tokens)),
    ...callSuggestions(tokens, 0, tokens.tokens.length, { calls: 0 }),
  ];
}

const codes = new Set([
  'sql_syntax_error',
  'sql_unknown_function',
  'sql_unknown_table',
  'sql_unknown_column',
  'sql_type_error',
  'statement_not_allowed',
]);

/** Texts of which the hint would cost more than it tells. */
const textLengthMax = 20_000;

/**
 * The same error with the text to write instead, where the caller's text has a habit of another dialect at the place of
 * the error; for a syntax error without such a place, the first habit in the text.
 */
export function withDialectHint(error: unknown, text: string): unknown {
  if (!(error instanceof AppError) || !codes.has(error.code) || text.length > textLengthMax) return error;
  const all = suggestions(text);
  const isSyntax = error.code === 'sql_syntax_error' || error.code === 'statement_not_allowed';
  const sql = error.sql.map((detail) => {
    const hint = hintAt(text, detail, all, error.code);
    return hint === undefined ? detail : { ...detail, hint };
  });
  const [first] = sql;
  const general = isSyntax && error.hint === undefined && first?.hint === null ? all[0]?.hint : undefined;
  const hint = general ?? first?.hint ?? error.hint;
  if (hint === undefined || hint === error.hint) return error;
  const { code, message, cause, param, meta, retryAfterSeconds } = error;
  return new AppError(code, message, {
    cause,
    hint,
    meta,
    sql:
      general === undefined
        ? sql
        : sql.map((detail, at) => (at === 0 ? { ...detail, hint: general } : detail)),
    ...(param !== undefined && { param }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

function hintAt(
  text: string,
  { offset, candidates }: SqlErrorDetail,
  all: readonly Suggestion[],
  code: string,
): string | undefined {
  if (offset === null) return undefined;
  const tokens = new TokenText(text, tokenize(text).tokens);
  const index = tokens.tokens.findIndex(({ start }) => start === offset);
  const within = all
    .filter(({ start, end }) => start <= offset && offset <= end)
    .filter(({ start, isCall }) => !isCall || isAbout(code, tokens.word(index), offset === start))
    .sort((a, b) => a.end - a.start - (b.end - b.start));
  if (within[0] !== undefined) return within[0].hint;
  const isCompared = comparing.test(tokens.raw(index - 1)) || candidates.length === 0;
  return code === 'sql_unknown_column' && isCompared ? textInsteadOf(tokens, offset)?.hint : undefined;
}

const comparing = /^(?:=|==|<>|!=|<|>|<=|>=|like|ilike|in|then|else)$/i;

/** Whether an error inside of a call is about the call itself, and not about one of its arguments. */
function isAbout(code: string, word: string, isStart: boolean): boolean {
  if (code === 'sql_syntax_error') return true;
  if (code === 'sql_unknown_function') return callRules.has(word);
  if (code === 'sql_unknown_column') return isUnit(word);
  return isStart;
}
