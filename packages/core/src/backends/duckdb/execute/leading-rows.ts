import type { RowSet } from '@sdq/row-store';
import { rowsBehind } from '../candidates/relation/fetched-rows.ts';
import type { KeySearch, RowAnswer, RowStep } from '../runnable-plan.ts';
import type { Pause } from './breather.ts';
import type { RowFiles } from './row-files.ts';
import { everyRow, rowsThatPass } from './row-tests.ts';
import { comparedBy } from './sorted-rows.ts';

/** Of each key file, rows for each row of the answer that are fetched and tested first. */
const rowsFirst = 2;

/**
 * Rows of a key among which are the first that pass a test: key files have them in the order of the answer, or at least of its
 * first term. Few are fetched, and where not enough of them pass, or the last of them may be equal to others, all that were
 * found. Undefined where these are too few as well.
 */
export async function leadingRows(
  answer: RowAnswer,
  step: RowStep & { readonly keys: KeySearch },
  ordinals: readonly number[],
  files: RowFiles,
  pause: Pause,
): Promise<RowSet | undefined> {
  const { test, skipped, wanted } = answer;
  const { limit } = step.keys;
  if (wanted === null || limit === undefined) return undefined;
  const types = new Map(step.columns.map(({ name, type }) => [name, type]));
  const typeOf = (column: string) => types.get(column) ?? '';
  const needed = skipped + wanted;
  const first = test === undefined ? needed + rowsBehind : needed * rowsFirst;
  const found = bySegment(step.keys, ordinals);
  for (const size of [Math.min(first, limit), limit]) {
    const fetched = found.map((segment) => segment.slice(0, size)).filter(({ length }) => length > 0);
    const [rows] = await files.gather(step, fetched.flat(), pause);
    if (rows === undefined) return undefined;
    const passing = test === undefined ? everyRow(rows) : rowsThatPass(test, rows, typeOf);
    const isAhead = answer.hasTies === true ? aheadOfOthers(answer, rows, typeOf) : undefined;
    // rows come in the order of ordinals, in which one segment follows the other
    let end = 0;
    const isEnough = fetched.every((segment) => {
      const begin = end;
      end += segment.length;
      if (segment.length < size) return true;
      const isSure = isAhead?.(begin, end);
      const own = passing.filter((row) => row >= begin && row < end && isSure?.(row) !== false);
      return own.length >= needed;
    });
    if (isEnough) return rows;
  }
  return undefined;
}

/**
 * Which of the rows `[begin, end)` come before all rows of their segment that were not fetched: those that are ahead of the
 * last fetched one by the first term of the order.
 */
function aheadOfOthers(
  { order: [term] }: RowAnswer,
  { columns }: RowSet,
  typeOf: (column: string) => string,
): (begin: number, end: number) => (row: number) => boolean {
  const values = term && columns.get(term.column);
  if (term === undefined || values === undefined) throw new Error('Rows without the column of their order');
  const compare = comparedBy({ ...term, values, isUnsigned: typeOf(term.column) === 'UBIGINT' });
  return (begin, end) => {
    let last = begin;
    for (let row = begin + 1; row < end; row++) if (compare(row, last) > 0) last = row;
    return (row) => compare(row, last) < 0;
  };
}

/** The ordinals of each segment, in the order in which its key file has them; segments by their ordinals. */
function bySegment({ files }: KeySearch, ordinals: readonly number[]): number[][] {
  const firsts = files.map(({ firstOrdinal }) => firstOrdinal).sort((a, b) => a - b);
  const found = firsts.map((): number[] => []);
  for (const ordinal of ordinals) found[firsts.findLastIndex((first) => ordinal >= first)]?.push(ordinal);
  return found;
}
