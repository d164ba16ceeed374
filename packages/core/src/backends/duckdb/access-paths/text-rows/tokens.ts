import { sqlWord } from '@sdq/duckdb/sql';

/**
 * Words are maximal runs of letters and digits of the lower-case text. Splitting at the other characters gives them
 * for two thirds of what extracting them costs: 1.3 µs a row, and 1 to leave out repeated words.
 */
export function wordsOfRows(text: string, rows: string): string {
  return `SELECT ordinal, word FROM (
    SELECT ordinal, unnest(list_distinct(string_split_regex(lower(${sqlWord(text)}), '[^\\p{L}\\p{N}]+'))) AS word
    FROM ${rows}) WHERE word <> ''`;
}

/** The same words, found the other way: for checks. */
export function wordsExtracted(text: string, rows: string): string {
  return `SELECT ordinal, unnest(list_distinct(regexp_extract_all(lower(${sqlWord(text)}), '[\\p{L}\\p{N}]+'))) AS word
    FROM ${rows}`;
}
