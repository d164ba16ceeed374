import { type Dialect, oneLine, type Spelling, type WorkloadQuery } from './query.ts';

type Replacement = readonly [pattern: RegExp, by: string];

/** Words that mean the same everywhere they stand. What needs another shape stands beside its query. */
const words: Readonly<Record<Exclude<Dialect, 'duckdb'>, readonly Replacement[]>> = {
  clickhouse: [
    // A backslash begins an escape there.
    [/\\/g, '\\\\'],
    [/TIMESTAMPTZ '([^']*)\+00'/g, "toDateTime64('$1', 6, 'UTC')"],
    [/\blist_contains\(/g, 'has('],
    // Its `lower` knows ASCII only.
    [/\blower\(/g, 'lowerUTF8('],
    [/\bregexp_matches\(/g, 'match('],
  ],
  polars: [
    // It compares instants with text, and knows no literals with a time zone.
    [/TIMESTAMPTZ '([^']*)\+00'/g, "'$1'"],
    [/\blist_contains\(/g, 'array_contains('],
    [/\bregexp_matches\(/g, 'regexp_like('],
    [/date_trunc\('month', create_time\)/g, "strftime(create_time, '%Y-%m-01')"],
  ],
};

/** The query as a peer of this dialect is asked it. */
export function spell(query: WorkloadQuery, dialect: Dialect): Spelling {
  if (dialect === 'duckdb') return query.sql;
  const spelling = query.spellings[dialect] ?? query.sql;
  if (typeof spelling !== 'string') return spelling;
  return words[dialect].reduce((sql, [pattern, by]) => sql.replace(pattern, by), oneLine(spelling));
}
