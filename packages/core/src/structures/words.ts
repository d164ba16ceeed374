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
      base: 'SELECT count(DISTINCT word), 0 FROM words',
      structure: 'SELECT count(*), count(*) FILTER (word_id <> rowid) FROM words',
    },
  ],
};
