import { sqlString } from '@sdq/duckdb/sql';
import type { Refusal } from './call-templates.ts';

const lengthMax = 1_000;

/** An atom with at most one greedy repetition: `a`, `.`, `[0-9]+`, `\\d{2,4}`. */
const atom = String.raw`(?:\\[d.\-+*?()[\]{}/]|\[\^?(?:[^\][\\])+\]|[^\\()[\]{}|*+?^$.]|\.)(?:[*+?]|\{\d+(?:,\d*)?\})?`;
const simple = new RegExp(String.raw`^\^?(?:${atom})*(?:\((?:${atom})+\))?(?:${atom})*\$?$`, 'su');

/**
 * `substring(value FROM pattern)` as SQL of DuckDB: what a regular expression finds, or its one group. An expression
 * with alternatives or repeated groups is refused: PostgreSQL takes the longest match, DuckDB the first one.
 */
export function foundBy(pattern: string, value: string): string | Refusal {
  if (pattern.length > lengthMax || !simple.test(pattern))
    return {
      refused: `The expression of substring is not supported: ${pattern.slice(0, 60)}`,
      hint: 'Use regexp_extract(text, expression, group)',
    };
  const expression = sqlString(pattern);
  const group = /(?<!\\)\(/.test(pattern) ? 1 : 0;
  return `(CASE WHEN regexp_matches(${value}, ${expression}, 's') THEN regexp_extract(${value}, ${expression}, ${group}, 's') END)`;
}
