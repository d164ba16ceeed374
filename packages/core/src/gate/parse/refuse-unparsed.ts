import { AppError, type ErrorCode, nearestNames } from '@sdq/contract';
import { offsetOfCodePoint, placeAt } from '../../syntax/text-position.ts';
import type { Token } from '../../syntax/tokens.ts';
import type { SerializedSql } from './serializer.ts';

type Failure = Extract<SerializedSql, { error: true }>;

/** Words a clause begins with, for hints about misspelt ones. */
const clauseWords =
  'SELECT FROM WHERE GROUP BY HAVING QUALIFY ORDER LIMIT OFFSET WITH RECURSIVE JOIN LEFT RIGHT FULL INNER CROSS ON USING UNION EXCEPT INTERSECT DISTINCT BETWEEN WINDOW PARTITION OVER FILTER VALUES CASE WHEN THEN ELSE END PIVOT UNPIVOT'.split(
    ' ',
  );

/** Habits of other dialects, and what DuckDB's says instead. */
const dialectHints: readonly { near: RegExp; hint: string }[] = [
  { near: /^`/, hint: 'Quote names with double quotes: "name".' },
  { near: /^TOP$/i, hint: 'Write LIMIT at the end instead of TOP.' },
  { near: /^PROCEDURE|^INTO$/i, hint: 'Results cannot be stored; leave the INTO clause out.' },
];

const statementWords =
  /^(?:insert|update|delete|merge|create|alter|drop|truncate|copy|export|import|attach|detach|use|set|reset|pragma|call|execute|prepare|deallocate|explain|analyze|vacuum|checkpoint|begin|start|commit|rollback|abort|install|load|comment|grant|revoke|show|describe|summarize|kill|listen|notify)$/i;

/** The clause word that a misspelt one seems to mean. */
function clauseMeant(word: string | null): string | null {
  if (word === null || !/^[A-Za-z]{3,}$/.test(word)) return null;
  const [nearest] = nearestNames(word, clauseWords);
  return nearest !== undefined && nearest !== word.toUpperCase() ? `Did you mean ${nearest}?` : null;
}

function hintFor(message: string, near: string | null, before: string | null): string | null {
  if (/end of input/i.test(message)) return 'The text ends too early: a part of the statement is missing.';
  if (/unterminated quoted string/i.test(message)) return "A quote (') was opened and never closed.";
  if (/unterminated quoted identifier/i.test(message))
    return 'A double quote (") was opened and never closed.';
  if (near === null) return null;
  const dialect = dialectHints.find((known) => known.near.test(near));
  if (dialect !== undefined) return dialect.hint;
  return clauseMeant(near) ?? clauseMeant(before);
}

function error(code: ErrorCode, text: string, offset: number | null, message: string, hint: string | null) {
  return new AppError(code, message, {
    ...(hint === null ? {} : { hint }),
    sql: [{ message, ...placeAt(text, offset), candidates: [], hint }],
  });
}

function notSelect(text: string, tokens: readonly Token[]): AppError {
  const first = tokens[0];
  const word = first === undefined ? '' : text.slice(first.start, first.end).toUpperCase();
  const offset = first?.start ?? null;
  if (/\bPIVOT\b/i.test(text) && !statementWords.test(word)) {
    const hint = 'Name the values: PIVOT … ON column IN (value, value).';
    return error(
      'statement_not_allowed',
      text,
      offset,
      'A PIVOT must name the values it turns into columns.',
      hint,
    );
  }
  const named = statementWords.test(word) ? `${word} is not allowed: only` : 'Only';
  return error('statement_not_allowed', text, offset, `${named} a SELECT can be run.`, null);
}

/**
 * The error for a text that DuckDB's parser did not turn into the AST of a SELECT. Nothing of DuckDB's own
 * wording but its syntax message is kept.
 */
export function refuseUnparsed(failure: Failure, text: string, tokens: readonly Token[]): AppError {
  if (failure.error_type === 'not implemented') return notSelect(text, tokens);
  if (failure.error_type === 'serialization') {
    const message = 'The values of a PIVOT must be constants.';
    return error('statement_not_allowed', text, null, message, null);
  }
  if (/Max expression depth|memory exhausted/.test(failure.error_message)) {
    return error('statement_not_allowed', text, null, 'The query is nested too deep.', null);
  }
  const limitPair = /\blimit\s+[^\s,;()]+\s*,/i.exec(text);
  if (/NOT IMPLEMENTED/.test(failure.error_message) && limitPair !== null) {
    const hint = 'Write LIMIT count OFFSET start.';
    return error('sql_syntax_error', text, limitPair.index, 'LIMIT takes one number.', hint);
  }
  const position = failure.position === undefined ? null : Number(failure.position);
  const offset = position === null ? null : offsetOfCodePoint(text, position);
  const near = placeAt(text, offset).near;
  const previous = offset === null ? undefined : tokens.findLast(({ end }) => end <= offset);
  const before = previous?.kind === 'word' ? text.slice(previous.start, previous.end) : null;
  const [line = ''] = failure.error_message.split('\n');
  // Some messages advise on settings; nobody here can change one.
  const message = /NOT IMPLEMENTED|\bSET\b/.test(line)
    ? 'This syntax is not supported.'
    : line.replace(/^parser error:?\s*/i, '').replace(/^syntax error/, 'Syntax error');
  return error('sql_syntax_error', text, offset, message, hintFor(failure.error_message, near, before));
}

/** The error for a number beyond DOUBLE, such as `1e309`. */
export function refuseNumber(text: string, tokens: readonly Token[]): AppError {
  const token = tokens.find(
    ({ kind, start, end }) =>
      kind === 'number' && !Number.isFinite(Number(text.slice(start, end).replaceAll('_', ''))),
  );
  return error('sql_syntax_error', text, token?.start ?? null, 'A number is too large for a DOUBLE.', null);
}
