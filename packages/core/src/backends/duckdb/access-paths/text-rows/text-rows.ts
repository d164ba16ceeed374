import { sqlString } from '@sdq/duckdb/sql';
import {
  type AccessPath,
  type Candidate,
  type Constants,
  type RouteContext,
  wholeSource,
} from '../../candidates/access-path.ts';
import { cost } from '../../candidates/cost.ts';
import { rowCost } from '../../candidates/estimates/cell-cost.ts';
import { semiJoin } from '../../candidates/relation/certain-rows.ts';
import { fetchedRowsMax, fetchOrdinals, spareRows } from '../../candidates/relation/fetched-rows.ts';
import { withCost } from '../../candidates/relation/found-candidates.ts';
import { hasColumns } from '../../candidates/relation/segment-rows.ts';
import { scanOf } from '../../candidates/structure.ts';
import { textStructure } from './structure.ts';
import { type WordSearch, wordSearch } from './word-search.ts';

/**
 * Finds rows by words of a text: first the words that contain what is searched for, then the rows that contain those
 * words.
 *
 * For words and parts of words of three letters or more: LIKE, ILIKE, `contains`, prefixes and suffixes, and regular
 * expressions with such words. The caller's own condition is applied again to the rows found, unless every one of
 * them passes. It does not support NOT, OR, or shorter parts. About 40 bytes per row, growing with the words of a
 * text.
 */
export const textRows: AccessPath = {
  name: 'text-rows',
  purpose: 'Rows whose text holds words or parts of words',
  structure: textStructure,
  route(context) {
    const search = wordSearch(context);
    if (search === undefined) return 'no condition that asks a text for three letters or digits in a row';
    const { ordinals, rows } = search;
    const note = `by words with ${search.runs.map(({ run }) => run).join(', ')}`;
    const narrow = narrowRows(context, search, note);
    const fetched = fetchOrdinals(context, ordinals, { rows: rows.typical, note });
    return withCost(narrow === undefined ? [fetched] : [fetched, narrow], search.cost);
  },
  ordinals(context, filter) {
    const search = wordSearch(context, filter);
    if (search === undefined) return undefined;
    const { ordinals, rows, cost: finding, runs } = search;
    const note = `words with ${runs.map(({ run }) => run).join(', ')}`;
    return { ordinals, rows, cost: finding, constants: textReplaced(context, search) ?? {}, note };
  },
  /** Rows with the searched words: by narrow columns, all of them might pass the condition. */
  leadingSources(context, { places, stored }, ordered) {
    const search = wordSearch(context);
    const { test: { column, passing, isExact } = {} } = search ?? {};
    if (search === undefined || column === undefined || passing === undefined) return [];
    if (places.get(column) !== 1) return [];
    // A guard on the number of result rows detects too few, so they must be those of this SELECT.
    const isFew = context.question.isResult && ordered.count * spareRows <= fetchedRowsMax;
    if (isExact !== true && !isFew) return [];
    const { structure } = scanOf(context.table);
    const constants: Constants = { [column]: sqlString(passing) };
    if (!hasColumns(context, structure, stored, constants)) return [];
    const read = stored.filter((name) => name !== column);
    return [
      {
        ...wholeSource,
        structure,
        where: (live) => `rowid IN (${search.ordinals(live)})`,
        ordinal: 'rowid',
        constants,
        isExact: isExact === true,
        cost: cost.start + search.cost + context.rows * (cost.probedRow + rowCost(context, read)),
      },
    ];
  },
};

/**
 * Where the rows found are exactly those that pass, and only the condition names the text, a text that passes
 * replaces it: then narrow columns suffice.
 */
function narrowRows(context: RouteContext, search: WordSearch, note: string): Candidate | undefined {
  const constants = textReplaced(context, search);
  return constants && semiJoin(context, search.ordinals, search.rows.many, note, constants);
}

function textReplaced({ question }: RouteContext, { test }: WordSearch): Constants | undefined {
  const { column, isExact, passing } = test;
  if (!isExact || passing === undefined) return undefined;
  if (question.columns === 'everything' || question.columns.get(column) !== 1) return undefined;
  return { [column]: sqlString(passing) };
}
