import { mainTimeOf } from '@sdq/catalog';
import { layout } from '@sdq/index';
import { conjuncts, type Filter } from '../../../../shape/filter/filter.ts';
import { keysAllowed } from '../../../../shape/filter/key-values.ts';
import type { OrderedRows, OrderTerm } from '../../../../shape/ordered-rows.ts';
import type { Candidate, FetchedRows, Merge, RouteContext } from '../../candidates/access-path.ts';
import { passingRows, shareOfConditions } from '../../candidates/estimates/selectivity.ts';
import { type DescribedKeyFile, keyFileBy } from '../../candidates/key-files.ts';
import { fetchKeys } from '../../candidates/relation/fetched-keys.ts';
import { rowsBehind, spareRows } from '../../candidates/relation/fetched-rows.ts';
import { testOfRows } from '../../candidates/relation/tested-rows.ts';

/** Maximum number of whole rows that are fetched to be tested. */
const testedMax = 1_000;

/** What WHERE asks for: the rows of one key of a key file. */
interface AskedKey {
  readonly file: DescribedKeyFile;
  readonly key: string;
}

/** With what else it asks of them: nothing, or what a test of rows tells. */
interface AskedRows extends AskedKey {
  readonly fetched: FetchedRows;
  /** Rows of the key that are found, at most, for each row of the answer. */
  readonly perRow: number;
  /** Rows that are likely to be fetched. */
  readonly rows: number;
}

/**
 * The newest rows of one owner or tag, by key files, whose ordinals are in that order. Where WHERE asks for more of them, or rows of
 * the same time are asked for in another order than theirs, more rows are fetched and tested. Undefined where too few of them are
 * likely to pass, or where the query orders rows in another way.
 */
export function newestOfKey(
  context: RouteContext,
  { terms: [term, ...others], count }: OrderedRows,
  merge: Merge,
): Candidate | undefined {
  const isNewestFirst =
    term?.column !== undefined && term.column === mainTimeOf(context.table) && term.isFalling;
  if (!isNewestFirst || term.nullsFirst) return undefined;
  const asked = rowsAsked(context, count, !isOrderOfTies(context, others));
  if (asked === undefined) return undefined;
  const { file, key, fetched, perRow, rows } = asked;
  const note = `the ${count} newest rows of ${key}, found in the key file ${file.name}`;
  return fetchKeys(context, {
    file,
    keys: [[key]],
    limit: count * perRow,
    merge,
    rows,
    note,
    fetched,
    otherwise: undefined,
  });
}

/**
 * Whether rows of the same time are in this order by ordinal: a base file has its rows in the order of `sortBy`, and rows
 * of the same time are in one base file where there is one for each month.
 */
function isOrderOfTies({ table, coverage }: RouteContext, terms: readonly OrderTerm[]): boolean {
  const isSorted = terms.every(
    ({ column, isFalling, nullsFirst }, at) =>
      column !== undefined && column === table.sortBy[at] && !isFalling && !nullsFirst,
  );
  if (!isSorted || terms.length === 0) return isSorted;
  const files = coverage.segments.flatMap(({ segment, stale }) =>
    segment.covers.filter(
      ({ first_ordinal: first }) => !stale.some(([from, to]) => first >= from && first < to),
    ),
  );
  const isByMonth = table.partitionBy !== undefined && table.partitionBy === mainTimeOf(table);
  if (files.some(layout.isInPlace)) return false;
  if (files.length <= 1) return true;
  if (files.some(layout.isDelta)) return false;
  return isByMonth && new Set(files.map(layout.monthOf)).size === files.length;
}

function rowsAsked(context: RouteContext, count: number, hasTies: boolean): AskedRows | undefined {
  const conditions = conjuncts(context.question.filter);
  for (const condition of conditions) {
    const asked = keyAsked(context, condition);
    if (asked === undefined) continue;
    const others = conditions.filter((other) => other !== condition);
    const passing = passingRows(context);
    if (others.length === 0 && !hasTies)
      return { ...asked, fetched: {}, perRow: 1, rows: Math.min(count, passing) };
    if (count * spareRows > testedMax || typeof context.question.plainRows === 'string') return undefined;
    const ties = { isPart: true, ...(hasTies && { hasTies }) };
    if (others.length === 0)
      return {
        ...asked,
        fetched: ties,
        perRow: spareRows,
        rows: Math.min(count + rowsBehind, passing),
      };
    const share = shareOfConditions(context, others) ?? 0;
    const test = share * spareRows < 1 ? undefined : testOfRows(context, others);
    if (test === undefined) return undefined;
    const rows = Math.min(count, passing) * spareRows;
    return { ...asked, fetched: { test, ...ties }, perRow: spareRows, rows };
  }
  return undefined;
}

function keyAsked({ table }: RouteContext, condition: Filter): AskedKey | undefined {
  if (condition.kind !== 'comparison' && condition.kind !== 'tags') return undefined;
  const file = keyFileBy(table, condition.column);
  if (file === undefined) return undefined;
  if (condition.kind === 'tags') {
    const [tag, another] = condition.anyOf;
    return condition.isExact && tag !== undefined && another === undefined ? { file, key: tag } : undefined;
  }
  if (condition.of.kind !== 'itself' || condition.operator !== '=') return undefined;
  const keys = keysAllowed(condition, file.columns);
  const key = Array.isArray(keys) && keys.length === 1 ? keys[0]?.[0] : undefined;
  return key === undefined ? undefined : { file, key };
}
