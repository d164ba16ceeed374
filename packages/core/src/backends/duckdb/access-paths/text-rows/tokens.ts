import { sqlWord } from '@sdq/duckdb/sql';

/**
 * Words are maximal runs of letters and digits of the lower-case text. Splitting at the other characters takes two
 * thirds of the time of extracting the words: 1.3 µs per row, and 1 µs to remove duplicates.
 */
export function wordsOfRows(text: string, rows: string): string {
  return `SELECT ordinal, word FROM (
    SELECT ordinal, unnest(list_distinct(string_split_regex(lower(${sqlWord(text)}), '[^\\p{L}\\p{N}]+'))) AS word
    FROM ${rows}) WHERE word <> ''`;
}

/** The same words by another method: for checks. */
export function wordsExtracted(text: string, rows: string): string {
  return `SELECT ordinal, unnest(list_distinct(regexp_extract_all(lower(${sqlWord(text)}), '[\\p{L}\\p{N}]+'))) AS word
    FROM ${rows}`;
}
