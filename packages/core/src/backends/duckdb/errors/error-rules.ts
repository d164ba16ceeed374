import type { ErrorCode } from '@sdq/contract';
import type { EngineFailure } from '@sdq/duckdb';

/**
 * The message for one kind of failure. Without `message`, DuckDB's own first line is used, if it reveals nothing
 * hidden.
 */
export interface Wording {
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
export const errorRules: readonly Rule[] = [
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
    pattern:
      /No space left on device|Disk quota exceeded|max_temp_directory_size|failed to offload data block/i,
    word: () => ({
      code: 'disk_full',
      message: 'The disk for temporary data is full',
      hint: 'Sort and group fewer rows, or try again later',
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
    pattern: /^Type with name (.*?) does not exist/s,
    word: ([, name = '']) => ({ code: 'sql_type_error', message: `There is no type ${name}` }),
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
  {
    pattern: /^Macro (\w+)\(\) does not support the supplied arguments/,
    word: ([, name = '']) => ({
      code: 'sql_type_error',
      message: `${name} does not accept these arguments`,
      hint: 'Check their number, and cast each to the intended type',
    }),
  },
  {
    types: ['Invalid Input'],
    pattern: /^Value "(.*?)" can not be converted to a DuckDB Type/s,
    word: ([, name = '']) => ({
      code: 'sql_type_error',
      message: `There is no type "${name}"`,
      hint: 'Name types as "VARCHAR", "BIGINT" or "DOUBLE" in the structure',
    }),
  },
  {
    types: ['Parameter Not Allowed'],
    pattern: /^Cannot perform list_reduce on an empty/,
    word: () => ({
      code: 'sql_conversion_error',
      message: 'list_reduce was called with an empty list and no initial value',
      hint: 'Give an initial value as the third argument: list_reduce(list, lambda a, b: …, value)',
    }),
  },
  {
    types: ['INTERNAL'],
    pattern: /^/,
    word: () => ({
      code: 'statement_not_allowed',
      message: 'The engine cannot run this query because of an error of its own',
      hint: 'Write it in another form, for example with WITH name AS MATERIALIZED (…) in place of a subquery',
    }),
  },
  { types: ['Parameter Not Allowed'], pattern: /^/, word: () => ({ code: 'sql_conversion_error' }) },
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
export function sqlTypes(text: string): string {
  return text.replace(/\b[A-Z]+\d*(?:_LITERAL)?\b/g, (word) => typeSpellings[word] ?? word);
}
