import type { RowSet } from '@sdq/row-store';
import type { KeySearch, RowAnswer, RowStep } from '../runnable-plan.ts';
import type { RowFiles } from './row-files.ts';
import { rowsThatPass } from './row-tests.ts';

/** Of each key file, rows for each row of the answer that are fetched and tested first. */
const rowsFirst = 2;

/**
 * Rows of a key among which are the first that pass a test: key files have them in the order of the answer. Few are fetched, and
 * where not enough of them pass, all that were found. Undefined where these are too few as well.
 */
export function leadingRows(
  answer: RowAnswer,
  step: RowStep & { readonly keys: KeySearch },
  ordinals: readonly number[],
  files: RowFiles,
): RowSet | undefined {
  const { test, skipped, wanted } = answer;
  const { limit } = step.keys;
  if (test === undefined || wanted === null || limit === undefined) return undefined;
  const types = new Map(step.columns.map(({ name, type }) => [name, type]));
  const needed = skipped + wanted;
  const found = bySegment(step.keys, ordinals);
  for (const size of [Math.min(needed * rowsFirst, limit), limit]) {
    const fetched = found.map((segment) => segment.slice(0, size)).filter(({ length }) => length > 0);
    const [rows] = files.gather(step, fetched.flat());
    if (rows === undefined) return undefined;
    // rows come in the order of ordinals, in which one segment follows the other
    let end = 0;
    const passing = rowsThatPass(test, rows, (column) => types.get(column) ?? '');
    const isEnough = fetched.every((segment) => {
      const first = end;
      end += segment.length;
      if (segment.length < size) return true;
      return passing.filter((row) => row >= first && row < end).length >= needed;
    });
    if (isEnough) return rows;
  }
  return undefined;
}

/** The ordinals of each segment, in the order in which its key file has them; segments by their ordinals. */
function bySegment({ files }: KeySearch, ordinals: readonly number[]): number[][] {
  const firsts = files.map(({ firstOrdinal }) => firstOrdinal).sort((a, b) => a - b);
  const found = firsts.map((): number[] => []);
  for (const ordinal of ordinals) found[firsts.findLastIndex((first) => ordinal >= first)]?.push(ordinal);
  return found;
}
