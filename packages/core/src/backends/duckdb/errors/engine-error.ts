import { AppError, type ErrorCode, nearestNames } from '@sdq/contract';
import { type EngineFailure, readFailure } from '@sdq/duckdb';
import { firstSentence } from '../../../syntax/first-sentence.ts';
import { placeAt } from '../../../syntax/text-position.ts';
import { errorRules, sqlTypes, type Wording } from './error-rules.ts';
import { hideValues } from './hide-values.ts';

export interface EngineErrorContext {
  /** The caller's own text. */
  readonly text: string;
  /** UTF-16 offset in the caller's text of a byte of the executed text; null when it has none. */
  readonly offsetOf: (byteOffset: number) => number | null;
  /** Names of tables and columns that the caller may see. */
  readonly visibleNames: readonly string[];
  /** Set where a message may quote no value of a table: the values that the caller gave, as text. */
  readonly onlyGiven?: readonly string[] | undefined;
}

const messageLengthMax = 300;
const path = /(?:^|[\s'"(=:])(?:\.{0,2}\/|[A-Za-z]:\\|file:)[^\s'"]*/;
const ownWord =
  /\b(?:_\w+|\w*parquet\w*|duckdb\w*|pragma\w*|pg_\w+|sqlite_\w+|SET [a-z_]+ ?=|INTERNAL|assert\w*)\b/gi;

/**
 * Whether a sentence of DuckDB's reveals something that neither the caller wrote nor the schema shows. In a failed
 * conversion, quotes contain values of the tables, which the caller may see; elsewhere they contain names.
 */
function discloses(sentence: string, context: EngineErrorContext, quotesData = false): boolean {
  const text = context.text.toLowerCase();
  const found = path.exec(sentence)?.[0].trim().toLowerCase();
  if (found !== undefined && !text.includes(found.replace(/^['"(=:]/, ''))) return true;
  const words = [...sentence.matchAll(ownWord)].map(([word]) => word);
  const quoted = quotesData
    ? []
    : [...sentence.matchAll(/"([^"]*)"/g)].flatMap(([, name = '']) => name.split('.'));
  const visible = new Set(context.visibleNames.map((name) => name.toLowerCase()));
  return [...words, ...quoted].some((word) => {
    const lower = word.toLowerCase();
    return word !== '…' && !visible.has(lower) && !text.includes(lower);
  });
}

/** Exception types whose messages quote values. */
const typesThatQuoteData = new Set(['Conversion', 'Invalid Input']);

/** Exception types that are thrown before a row is read. */
const typesAboutText = new Set(['Binder', 'Catalog', 'Parser', 'Syntax']);

function isAboutText({ type }: EngineFailure): boolean {
  return typesAboutText.has(type);
}

function withoutValues(sentence: string, { text, onlyGiven, visibleNames }: EngineErrorContext): string {
  if (onlyGiven === undefined) return sentence;
  return hideValues(sentence, { text, parameters: onlyGiven, names: visibleNames });
}

/** A sentence of at most the maximum length; without a quote that it opens and does not close. */
function cut(sentence: string): string {
  if (sentence.length <= messageLengthMax) return sentence;
  const short = sentence.slice(0, messageLengthMax).replace(/[\ud800-\udbff]$/, '');
  const last = Math.max(short.lastIndexOf("'"), short.lastIndexOf('"'));
  const isOpen = last >= 0 && (short.split(short[last] as string).length - 1) % 2 === 1;
  return `${short}…${isOpen ? short[last] : ''}`;
}

/** DuckDB's own first line as a message; null when it reveals too much. */
function ownSentence(failure: EngineFailure, context: EngineErrorContext): string | null {
  const told = sqlTypes(firstSentence(failure.message));
  const sentence = cut(isAboutText(failure) ? told : withoutValues(told, context));
  if (sentence === '' || discloses(sentence, context, typesThatQuoteData.has(failure.type))) return null;
  const capital = sentence[0]?.toUpperCase() + sentence.slice(1);
  return capital.replace(/\.$/, '');
}

const neutralSentences: Partial<Record<ErrorCode, string>> = {
  sql_conversion_error: 'A value could not be converted or computed',
  sql_type_error: 'The query contains a value of a wrong type',
  sql_unknown_column: 'A column name is ambiguous',
  sql_syntax_error: 'The engine could not interpret the query',
};

/** The position of the failure: DuckDB's position, or the only place at which the name occurs in the text. */
function offsetOf(
  failure: EngineFailure,
  name: string | undefined,
  context: EngineErrorContext,
): number | null {
  const offset = failure.position === null ? null : context.offsetOf(failure.position);
  if (offset !== null || name === undefined || name === '') return offset;
  const first = context.text.toLowerCase().indexOf(name.toLowerCase());
  return first >= 0 && context.text.toLowerCase().indexOf(name.toLowerCase(), first + 1) < 0 ? first : null;
}

function candidatesFor(wording: Wording, failure: EngineFailure, context: EngineErrorContext): string[] {
  if (wording.name === undefined) return [];
  const visible = new Set(context.visibleNames.map((name) => name.toLowerCase()));
  const words = new Set(context.text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const told = failure.candidates.filter(
    (name) => visible.has(name.toLowerCase()) || (words.has(name.toLowerCase()) && !name.startsWith('_')),
  );
  const near = nearestNames(wording.name, [...told, ...context.visibleNames]);
  return near.filter((name) => name.toLowerCase() !== wording.name?.toLowerCase());
}

/**
 * The AppError for what DuckDB threw while preparing or running an admitted query: code, position in the caller's
 * text, and a message that reveals no path, setting, system name or column that the caller cannot see. An AppError is
 * returned as it is; what no rule matches becomes `internal_error`. The original is the `cause`.
 */
export function toAppError(error: unknown, context: EngineErrorContext): AppError {
  if (error instanceof AppError) return error;
  const failure = readFailure(error);
  const internal = () =>
    new AppError('internal_error', 'The query failed with an internal error of the engine', { cause: error });
  if (failure === null) return internal();
  for (const { types, pattern, word } of errorRules) {
    const match = types === undefined || types.includes(failure.type) ? pattern.exec(failure.message) : null;
    if (match === null) continue;
    const wording = word(match, failure);
    const own =
      wording.message !== undefined ? safeMessage(wording, failure, context) : ownSentence(failure, context);
    const message = own ?? neutralSentences[wording.code];
    if (message === undefined || (own === null && failure.type === 'Invalid Input')) return internal();
    const hint = wording.hint ?? null;
    const detail = {
      message,
      ...placeAt(context.text, offsetOf(failure, wording.name, context)),
      candidates: candidatesFor(wording, failure, context),
      hint,
    };
    return new AppError(wording.code, message, {
      cause: error,
      sql: [detail],
      ...(hint === null ? {} : { hint }),
    });
  }
  return internal();
}

/** The message of a rule, unless a name in it is internal to the engine; values as in {@link withoutValues}. */
function safeMessage(
  { message = '' }: Wording,
  failure: EngineFailure,
  context: EngineErrorContext,
): string | null {
  const { text, onlyGiven } = context;
  const told =
    onlyGiven === undefined || isAboutText(failure)
      ? message
      : message.replace(/"([^"]*)"/g, (quoted, value: string) =>
          [text, ...onlyGiven].some((given) => given.includes(value)) ? quoted : '"…"',
        );
  return discloses(told, context) ? null : told.slice(0, messageLengthMax);
}
