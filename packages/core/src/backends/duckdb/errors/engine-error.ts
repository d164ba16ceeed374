import { AppError, type ErrorCode, nearestNames } from '@sdq/contract';
import { type EngineFailure, readFailure } from '@sdq/duckdb';
import { placeAt } from '../../../syntax/text-position.ts';

export interface EngineErrorContext {
  /** The caller's own text. */
  readonly text: string;
  /** UTF-16 offset in the caller's text of a byte of the executed text; null when it has none. */
  readonly offsetOf: (byteOffset: number) => number | null;
  /** Names of tables and columns that the caller may see. */
  readonly visibleNames: readonly string[];
}

/**
 * The message for one kind of failure. Without `message`, DuckDB's own first line is used, if it reveals nothing
 * hidden.
 */
interface Wording {
  readonly code: ErrorCode;
  readonly message?: string;
  /** The name that the failure is about; for a column or table, candidates with similar names are added. */
  readonly name?: string;
  readonly hint?: string;
}

interface Rule {
  /** DuckDB's exception types; any type when absent. */
  readonly types?: readonly string[];
  readonly pattern: RegExp;
  readonly word: (match: RegExpExecArray, failure: EngineFailure) => Wording;
}

const windowNames =
  /^(?:row_number|rank|dense_rank|rank_dense|percent_rank|cume_dist|ntile|lag|lead|first_value|last_value|nth_value|fill)$/i;

function unknownColumn(name: string, table?: string): Wording {
  const where = table === undefined ? '' : ` in ${table}`;
  return { code: 'sql_unknown_column', message: `There is no column "${name}"${where}`, name };
}

function wrongTypes(call: string): Wording {
  const [, name = call, types = ''] = /^(.+?)\((.*)\)$/s.exec(call) ?? [];
  const hint = 'Cast the value to the intended type, for example value::VARCHAR';
  return {
    code: 'sql_type_error',
    message: `${name} does not accept arguments of types (${sqlTypes(types)})`,
    hint,
  };
}

/** Rules for messages; the first that matches the failure applies. */
const rules: readonly Rule[] = [
  {
    pattern:
      /^out of memory|failed to allocate|bad_alloc|could not allocate|allocation fail|^the query process had none left/i,
    word: () => ({
      code: 'query_memory_exceeded',
      message: 'The query exceeds the memory limit of one query',
      hint: 'Read fewer columns, filter earlier, or sort and group fewer rows',
    }),
  },
  {
    types: ['INTERRUPT'],
    pattern: /^/,
    word: () => ({ code: 'query_cancelled', message: 'The query was cancelled' }),
  },
  { pattern: /^Referenced column "(.*?)" (?:was )?not found/s, word: ([, name = '']) => unknownColumn(name) },
  {
    pattern: /^(?:Table|Values list|Subquery) "(.*?)" does not have a column named "(.*?)"/s,
    word: ([, table = '', name = '']) => unknownColumn(name, `"${table}"`),
  },
  {
    pattern: /^Column "(.*?)" in (EXCLUDE|REPLACE|RENAME) list not found/s,
    word: ([, name = '']) => unknownColumn(name),
  },
  {
    pattern: /^Referenced table "temp(?:\.main\.\w+)?" not found/,
    word: () => ({
      code: 'sql_syntax_error',
      message: 'A column that is not in GROUP BY is used outside an aggregate',
      hint: 'Add it to GROUP BY, or use any_value(column), or write GROUP BY ALL',
    }),
  },
  {
    pattern: /^(\w+) is not an aggregate function/,
    word: ([, name = '']) => ({
      code: 'sql_syntax_error',
      message: `${name} is not an aggregate: OVER and FILTER are not allowed`,
    }),
  },
  {
    pattern: /^Referenced table "(.*?)" not found/s,
    word: ([, name = '']) => ({
      code: 'sql_unknown_table',
      message: `There is no table or alias "${name}" in the FROM clause`,
      name,
    }),
  },
  {
    pattern: /^Table with name (.*?) does not exist/s,
    word: ([, name = '']) => ({ code: 'sql_unknown_table', message: `There is no table "${name}"`, name }),
  },
  {
    pattern:
      /^(?:Scalar |Aggregate |Table )?(?:Function|Macro)(?: Function)? with name "?(.*?)"? does not exist/s,
    word: ([, name = '']) =>
      windowNames.test(name)
        ? {
            code: 'sql_unknown_function',
            message: `${name} needs an OVER clause`,
            hint: `Write ${name}(…) OVER (ORDER BY …)`,
          }
        : { code: 'sql_unknown_function', message: `The function ${name} cannot be used here` },
  },
  {
    pattern: /^No function matches the given name and argument types '(.*?)'\./s,
    word: ([, call = '']) => wrongTypes(call),
  },
  {
    pattern: /^Could not choose a best candidate function for the function call "(.*?)"\./s,
    word: ([, call = '']) => wrongTypes(call),
  },
  {
    pattern: /^(?:Expected \d+ parameters|Values were not provided for|Parameter argument\/count mismatch)/,
    word: () => ({ code: 'sql_parameter_error', message: 'The parameters do not match the query' }),
  },
  {
    pattern: /^Could not determine type of parameters/i,
    word: () => ({
      code: 'sql_parameter_error',
      message: 'The type of a parameter cannot be inferred',
      hint: 'Cast it, for example $1::VARCHAR',
    }),
  },
  {
    pattern: /^Unknown TimeZone '(.*?)'/s,
    word: ([, name = '']) => ({ code: 'sql_conversion_error', message: `There is no time zone "${name}"` }),
  },
  {
    pattern: /^More than one row returned by a subquery/,
    word: () => ({
      code: 'sql_conversion_error',
      message: 'A scalar subquery returned more than one row',
      hint: 'Add LIMIT 1, or an aggregate',
    }),
  },
  {
    types: ['Invalid Input'],
    pattern: /^Function "(\w+)" is a Macro Function/,
    word: ([, name = '']) => ({
      code: 'sql_syntax_error',
      message: `${name} does not accept DISTINCT, FILTER or ORDER BY`,
    }),
  },
  {
    types: ['Invalid Input'],
    pattern: /^Could not parse string "/,
    word: () => ({
      code: 'sql_conversion_error',
      message: 'A string does not match the format that parses it',
      hint: 'Use try_strptime, which returns NULL instead',
    }),
  },
  {
    pattern: /^Collation with name (.*?) does not exist/s,
    word: ([, name = '']) => ({
      code: 'sql_syntax_error',
      message: `There is no collation ${name}`,
      hint: 'Write NOCASE, NOACCENT, NFC, or a locale such as de',
    }),
  },
  { pattern: /^Ambiguous reference/, word: () => ({ code: 'sql_unknown_column' }) },
  { types: ['Conversion', 'Out of Range'], pattern: /^/, word: () => ({ code: 'sql_conversion_error' }) },
  { types: ['Invalid Input'], pattern: /^/, word: () => ({ code: 'sql_conversion_error' }) },
  { types: ['Mismatch Type', 'Invalid type'], pattern: /^/, word: () => ({ code: 'sql_type_error' }) },
  {
    types: ['Binder'],
    pattern: /^(?:Cannot (?:extract|mix|cast|compare|combine)|UNNEST|.*\btypes?\b)/i,
    word: () => ({ code: 'sql_type_error' }),
  },
  { types: ['Binder', 'Parser', 'Syntax'], pattern: /^/, word: () => ({ code: 'sql_syntax_error' }) },
  {
    types: ['Not implemented'],
    pattern: /^/,
    word: () => ({ code: 'statement_not_allowed', message: 'The engine does not support this' }),
  },
];

const typeSpellings: Readonly<Record<string, string>> = {
  INT8: 'TINYINT',
  INT16: 'SMALLINT',
  INT32: 'INTEGER',
  INT64: 'BIGINT',
  INT128: 'HUGEINT',
  UINT8: 'UTINYINT',
  UINT16: 'USMALLINT',
  UINT32: 'UINTEGER',
  UINT64: 'UBIGINT',
  BOOL: 'BOOLEAN',
  INTEGER_LITERAL: 'INTEGER',
  STRING_LITERAL: 'VARCHAR',
};

/** DuckDB's internal type names, as SQL spells them. */
function sqlTypes(text: string): string {
  return text.replace(/\b[A-Z]+\d*(?:_LITERAL)?\b/g, (word) => typeSpellings[word] ?? word);
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
    return !visible.has(lower) && !text.includes(lower);
  });
}

/** Exception types whose messages quote values. */
const typesThatQuoteData = new Set(['Conversion', 'Invalid Input']);

/** DuckDB's own first line as a message; null when it reveals too much. */
function ownSentence(failure: EngineFailure, context: EngineErrorContext): string | null {
  const [line = ''] = failure.message.split('\n');
  const sentence = sqlTypes(line.trim()).slice(0, messageLengthMax);
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
  for (const { types, pattern, word } of rules) {
    const match = types === undefined || types.includes(failure.type) ? pattern.exec(failure.message) : null;
    if (match === null) continue;
    const wording = word(match, failure);
    const own = wording.message !== undefined ? safeMessage(wording, context) : ownSentence(failure, context);
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

/** The message of a rule, unless a name in it is internal to the engine. */
function safeMessage(wording: Wording, context: EngineErrorContext): string | null {
  const message = wording.message ?? '';
  return discloses(message, context) ? null : message.slice(0, messageLengthMax);
}
