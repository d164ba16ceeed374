import {
  checksum,
  columnOf,
  ordinalColumn,
  type StructureMaker,
  scanOf,
  scanWithOrdinal,
} from '../../candidates/structure.ts';
import { wordsExtracted, wordsOfRows } from './tokens.ts';

/** An inverted index: the words of a text column, and for each word the rows that contain it. */
export const textStructure: StructureMaker = (table, instance) =>
  instance.of === undefined ? words(table, instance) : postings(table, instance);

const words: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const text = columnOf(instance);
  return {
    name,
    description: `Every word of a ${text} (a run of letters and digits of lower(${text})) and its rows.`,
    columns: [
      { name: 'word', type: 'VARCHAR' },
      { name: 'word_id', type: 'INTEGER' },
      { name: 'rows', type: 'BIGINT' },
    ],
    sql: `SELECT word, row_number() OVER (ORDER BY word) - 1 AS word_id, rows
    FROM (SELECT word, count(*) AS rows FROM (${wordsOfRows(text, scanWithOrdinal(table))}) GROUP BY word)`,
    reads: [scanOf(table).structure],
    order: ['word'],
    // Its counts are checked against the postings, which are computed from the texts a second time.
    checks: [
      {
        name: 'ids are ranks',
        base: `SELECT count(DISTINCT word), 0 FROM ${name}`,
        structure: `SELECT count(*), count(*) FILTER (word_id <> rowid) FROM ${name}`,
      },
    ],
  };
};

/** Every nth ordinal is checked word by word: checking all would cost as much as building the structure. */
const checkedEvery = 61;

const postings: StructureMaker = (table, instance) => {
  const { structure: name, of: dictionary } = instance;
  const text = columnOf(instance);
  return {
    name,
    description: `The rows whose ${text} contains a word.`,
    columns: [{ name: 'word_id', type: 'INTEGER' }, ordinalColumn],
    draft: {
      name: 'word_rows',
      // A word missing from the dictionary becomes NULL and is found by the checks.
      sql: `SELECT word_id, ordinal FROM (${wordsOfRows(text, scanWithOrdinal(table))}) LEFT JOIN ${dictionary} USING (word)`,
    },
    sql: 'SELECT word_id, ordinal FROM word_rows',
    reads: [scanOf(table).structure, ...(dictionary === undefined ? [] : [dictionary])],
    groupedBy: 'word_id',
    order: ['word_id', 'ordinal'],
    checks: [
      {
        name: 'rows of each word',
        base: `SELECT count(*), coalesce(sum(hash(word_id, rows)), 0) FROM ${dictionary}`,
        structure: `SELECT count(*), coalesce(sum(hash(word_id, n)), 0) FROM (SELECT word_id, count(*) AS n FROM ${name} GROUP BY word_id)`,
      },
      {
        name: `words of every ${checkedEvery}st row`,
        base: checksum(
          ['ordinal', 'word'],
          `(${wordsExtracted(text, `${scanWithOrdinal(table)} WHERE ordinal % ${checkedEvery} = 0`)})`,
        ),
        structure: checksum(
          ['ordinal', 'word'],
          `${name} JOIN ${dictionary} USING (word_id) WHERE ordinal % ${checkedEvery} = 0`,
        ),
      },
    ],
    slices: {
      sample: `SELECT word_id FROM (SELECT word_id, unnest(range((rows + 999) // 1000)) FROM ${dictionary})`,
      rowBytes: 200,
      isSorted: true,
    },
  };
};
