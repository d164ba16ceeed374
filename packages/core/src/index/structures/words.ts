import type { Structure } from './structure.ts';
import { wordsOfRows } from './tokens.ts';

export const words: Structure = {
  name: 'words',
  description:
    'Every word of a description (a run of letters and digits of lower(description)) and its rows.',
  columns: [
    { name: 'word', type: 'VARCHAR' },
    { name: 'word_id', type: 'INTEGER' },
    { name: 'rows', type: 'BIGINT' },
  ],
  sql: `SELECT word, row_number() OVER (ORDER BY word) - 1 AS word_id, rows
    FROM (SELECT word, count(*) AS rows FROM (${wordsOfRows('source')}) GROUP BY word)`,
  order: ['word'],
  // What it counts is checked with the postings, which are made from the descriptions a second time.
  checks: [
    {
      name: 'ids are ranks',
      base: 'SELECT count(*), true, true FROM words',
      structure: `SELECT count(DISTINCT word), coalesce(min(word_id) = 0, true), coalesce(max(word_id) = count(*) - 1, true) FROM words`,
    },
  ],
};
