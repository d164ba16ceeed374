import { type AskedQuery, type Dialect, oneLine, type Spelling } from './query.ts';

type Replacement = readonly [pattern: RegExp, by: string];

/**
 * Replacements of words that are valid in any context. Other differences are written as alternatives with the query.
 */
const words: Readonly<Record<Exclude<Dialect, 'duckdb'>, readonly Replacement[]>> = {
  clickhouse: [
    // ClickHouse interprets a backslash as an escape.
    [/\\/g, '\\\\'],
    [/TIMESTAMPTZ '([^']*)\+00'/g, "toDateTime64('$1', 6, 'UTC')"],
    [/\blist_contains\(/g, 'has('],
    // ClickHouse's `lower` supports only ASCII.
    [/\blower\(/g, 'lowerUTF8('],
    [/\bregexp_matches\(/g, 'match('],
  ],
  polars: [
    // Polars compares timestamps with text, and does not support literals with a time zone.
    [/TIMESTAMPTZ '([^']*)\+00'/g, "'$1'"],
    [/\blist_contains\(/g, 'array_contains('],
    [/\bregexp_matches\(/g, 'regexp_like('],
    [/date_trunc\('month', create_time\)/g, "strftime(create_time, '%Y-%m-01')"],
  ],
};

/** The query in a peer's dialect. */
export function spell(query: AskedQuery, dialect: Dialect): Spelling {
  if (dialect === 'duckdb') return query.sql;
  const spelling = query.spellings[dialect] ?? query.sql;
  if (typeof spelling !== 'string') return spelling;
  return words[dialect].reduce((sql, [pattern, by]) => sql.replace(pattern, by), oneLine(spelling));
}
