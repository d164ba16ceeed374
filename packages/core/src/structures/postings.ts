import { checksum, ordinalColumn, type Structure } from './structure.ts';
import { wordsExtracted, wordsOfRows } from './tokens.ts';

/** One ordinal in so many is checked word by word: all of them would cost as much as the structure. */
const checkedEvery = 61;

export const postings: Structure = {
  name: 'postings',
  description: 'The rows whose description holds a word.',
  columns: [{ name: 'word_id', type: 'INTEGER' }, ordinalColumn],
  draft: {
    name: 'word_rows',
    // A word that `words` lacks comes out as NULL and is found by the checks.
    sql: `SELECT word_id, ordinal FROM (${wordsOfRows('source')}) LEFT JOIN words USING (word)`,
  },
  sql: 'SELECT word_id, ordinal FROM word_rows',
  order: ['word_id', 'ordinal'],
  checks: [
    {
      name: 'rows of each word',
      base: 'SELECT count(*), coalesce(sum(hash(word_id, rows)), 0) FROM words',
      structure:
        'SELECT count(*), coalesce(sum(hash(word_id, n)), 0) FROM (SELECT word_id, count(*) AS n FROM postings GROUP BY word_id)',
    },
    {
      name: `words of every ${checkedEvery}st row`,
      base: checksum(
        ['ordinal', 'word'],
        `(${wordsExtracted(`source WHERE ordinal % ${checkedEvery} = 0`)})`,
      ),
      structure: checksum(
        ['ordinal', 'word'],
        `postings JOIN words USING (word_id) WHERE ordinal % ${checkedEvery} = 0`,
      ),
    },
  ],
  slices: {
    sample: 'SELECT word_id FROM (SELECT word_id, unnest(range((rows + 999) // 1000)) FROM words)',
    rowBytes: 200,
  },
};
