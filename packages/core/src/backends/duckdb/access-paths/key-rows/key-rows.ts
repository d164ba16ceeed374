import { sqlWord } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { keyValues } from '../../../../shape/filter/key-values.ts';
import type { AccessPath } from '../../candidates/access-path.ts';
import { fetchOrdinals } from '../../candidates/relation/fetched-rows.ts';
import { freshOnly, hasColumns, tableOf } from '../../candidates/relation/segment-rows.ts';
import { columnOf, scanOf, storedColumn } from '../../candidates/structure.ts';
import { keyStructure, numberColumn } from './structure.ts';

const numberMax = 2n ** 63n - 1n;

/** Whether it is a number as the structure stores it: one that fits, and that is written as DuckDB would. */
function isNumber(key: string): boolean {
  return /^(0|[1-9]\d{0,18})$/.test(key) && BigInt(key) <= numberMax;
}

/**
 * Fetches rows by their keys.
 *
 * For a few rows given by key: numeric keys are found in a sorted table of numbers (12 bytes per row), others in the
 * native scan, which is almost sorted by key. Where all rows of an owner or a range are read, other paths are better.
 * Its size grows with the rows of the table; the cost of a look-up does not.
 */
export const keyRows: AccessPath = {
  name: 'key-rows',
  purpose: 'Rows named by their keys',
  structure: keyStructure,
  route(context) {
    const { question, table } = context;
    const [instance] = context.instances('key-rows');
    const values = instance && keyValues(question.filter, storedColumn(table, columnOf(instance)));
    if (instance === undefined || values === undefined) return 'no condition that names keys';
    const { structure } = instance;
    const areNumbers = values.every(({ text }) => isNumber(text)) && hasColumns(context, structure, []);
    const ordinals = (live: LiveSegment) =>
      areNumbers
        ? `SELECT ordinal FROM ${tableOf(live, structure)} WHERE ${among(
            numberColumn,
            values.map(({ text }) => text),
          )}`
        : `SELECT rowid AS ordinal FROM ${tableOf(live, scanOf(table).structure)} WHERE ${among(
            sqlWord(columnOf(instance)),
            values.map(({ literal }) => literal),
          )}`;
    // Keys are in few files: the condition on files would be evaluated for every row that is read.
    const fresh = (live: LiveSegment) => freshOnly(live, 'ordinal');
    const rows = values.length;
    const note = rows === 1 ? 'one key' : `${rows} keys`;
    return [fetchOrdinals(context, ordinals, { rows, rowsMost: rows, note, left: fresh })];
  },
};

function among(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'false' : `${column} IN (${values.join(', ')})`;
}
