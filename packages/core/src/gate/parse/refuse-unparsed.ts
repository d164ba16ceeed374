import { AppError, type ErrorCode, nearestNames } from '@sdq/contract';
import { firstSentence } from '../../syntax/first-sentence.ts';
import { offsetOfCodePoint, placeAt } from '../../syntax/text-position.ts';
import type { Token } from '../../syntax/tokens.ts';
import type { SerializedSql } from './serializer.ts';

type Failure = Extract<SerializedSql, { error: true }>;

/** Words that begin a clause, for hints about misspelt ones. */
const clauseWords =
  'SELECT FROM WHERE GROUP BY HAVING QUALIFY ORDER LIMIT OFFSET WITH RECURSIVE JOIN LEFT RIGHT FULL INNER CROSS ON USING UNION EXCEPT INTERSECT DISTINCT BETWEEN WINDOW PARTITION OVER FILTER VALUES CASE WHEN THEN ELSE END PIVOT UNPIVOT'.split(
    ' ',
  );

/** Syntax of other dialects, and DuckDB's equivalent. */
const dialectHints: readonly { near: RegExp; hint: string }[] = [
  { near: /^`/, hint: 'Quote names with double quotes: "name"' },
  { near: /^TOP$/i, hint: 'Write LIMIT at the end instead of TOP' },
  { near: /^PROCEDURE|^INTO$/i, hint: 'Results cannot be stored in tables. Remove the INTO clause.' },
];

const statementWords =
  /^(?:insert|update|delete|merge|create|alter|drop|truncate|copy|export|import|attach|detach|use|set|reset|pragma|call|execute|prepare|deallocate|explain|analyze|vacuum|checkpoint|begin|start|commit|rollback|abort|install|load|comment|grant|revoke|show|describe|summarize|kill|listen|notify)$/i;

/** The clause keyword that a misspelt word resembles. */
function clauseMeant(word: string | null): string | null {
  if (word === null || !/^[A-Za-z]{3,}$/.test(word)) return null;
  const [nearest] = nearestNames(word, clauseWords);
  return nearest !== undefined && nearest !== word.toUpperCase() ? `Did you mean ${nearest}?` : null;
}

function hintFor(message: string, near: string | null, before: string | null): string | null {
  if (/end of input/i.test(message)) return 'Unexpected end of the query: the statement is incomplete';
  if (/unterminated quoted string/i.test(message))
    return "Unterminated string literal: the closing quote (') is missing";
  if (/unterminated quoted identifier/i.test(message))
    return 'Unterminated quoted name: the closing double quote (") is missing';
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
    const hint = 'List the values: PIVOT … ON column IN (value, value)';
    return error(
      'statement_not_allowed',
      text,
      offset,
      'PIVOT must list the values that become columns',
      hint,
    );
  }
  const named = statementWords.test(word) ? `${word} is not allowed: only` : 'Only';
  return error('statement_not_allowed', text, offset, `${named} SELECT statements are supported`, null);
}

/** `$name` beside `?` or `$1`. */
function mixedParameters(text: string, tokens: readonly Token[]): AppError {
  const parameters = tokens.filter(({ kind }) => kind === 'parameter');
  const isNamed = (token: Token) => /^\$[^0-9]/.test(text.slice(token.start, token.end));
  const [first] = parameters;
  const other = parameters.find((token) => first !== undefined && isNamed(token) !== isNamed(first));
  const message = 'Named and positional parameters cannot be mixed';
  const hint = 'Write all of them as names ($author), or all as ? or $1';
  return error('sql_parameter_error', text, (other ?? first)?.start ?? null, message, hint);
}

/**
 * The error for a text that DuckDB's parser did not turn into the AST of a SELECT. Of DuckDB's own message, only the
 * text of a syntax error is kept.
 */
export function refuseUnparsed(failure: Failure, text: string, tokens: readonly Token[]): AppError {
  if (/mixing .*parameters/i.test(failure.error_message)) return mixedParameters(text, tokens);
  if (failure.error_type === 'not implemented') return notSelect(text, tokens);
  if (failure.error_type === 'serialization') {
    const isType = /type parameter/.test(failure.error_message);
    const message = `The ${isType ? 'parameters of a type' : 'values of PIVOT'} must be constants`;
    return error('statement_not_allowed', text, null, message, null);
  }
  if (/Max expression depth|memory exhausted/.test(failure.error_message)) {
    return error('statement_not_allowed', text, null, 'The query is nested too deeply', null);
  }
  const limitPair = /\blimit\s+[^\s,;()]+\s*,/i.exec(text);
  if (/NOT IMPLEMENTED/.test(failure.error_message) && limitPair !== null) {
    const hint = 'Write LIMIT count OFFSET start';
    return error('sql_syntax_error', text, limitPair.index, 'LIMIT takes one number', hint);
  }
  const position = failure.position === undefined ? null : Number(failure.position);
  const offset = position === null ? null : offsetOfCodePoint(text, position);
  const near = placeAt(text, offset).near;
  const previous = offset === null ? undefined : tokens.findLast(({ end }) => end <= offset);
  const before = previous?.kind === 'word' ? text.slice(previous.start, previous.end) : null;
  const line = firstSentence(failure.error_message);
  // Some messages recommend changing settings, which callers cannot do.
  const message = /NOT IMPLEMENTED|\bSET\b/.test(line)
    ? 'This syntax is not supported'
    : line.replace(/^parser error:?\s*/i, '').replace(/^syntax error/, 'Syntax error');
  return error('sql_syntax_error', text, offset, message, hintFor(failure.error_message, near, before));
}
