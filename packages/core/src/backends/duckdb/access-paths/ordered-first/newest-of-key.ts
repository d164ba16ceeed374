import { mainTimeOf } from '@sdq/catalog';
import { layout } from '@sdq/index';
import { conjuncts, type Filter } from '../../../../shape/filter/filter.ts';
import { keysAllowed } from '../../../../shape/filter/key-values.ts';
import type { OrderedRows, OrderTerm } from '../../../../shape/ordered-rows.ts';
import type { Candidate, Merge, RouteContext } from '../../candidates/access-path.ts';
import { passingRows } from '../../candidates/estimates/selectivity.ts';
import { type DescribedKeyFile, keyFilesOf } from '../../candidates/key-files.ts';
import { fetchKeys } from '../../candidates/relation/fetched-keys.ts';

/** What WHERE asks for: the rows of one key of a key file, all of which pass. */
interface AskedKey {
  readonly file: DescribedKeyFile;
  readonly key: string;
}

/**
 * The newest rows of one owner or tag, by key files, whose ordinals are in that order. Undefined where WHERE asks for
 * anything else too, or where the query orders rows in another way.
 */
export function newestOfKey(
  context: RouteContext,
  { terms: [term, ...others], count }: OrderedRows,
  merge: Merge,
): Candidate | undefined {
  const isNewestFirst =
    term?.column !== undefined && term.column === mainTimeOf(context.table) && term.isFalling;
  if (!isNewestFirst || term.nullsFirst || !isOrderOfTies(context, others)) return undefined;
  const [condition, ...more] = conjuncts(context.question.filter);
  const asked = condition === undefined || more.length > 0 ? undefined : keyAsked(context, condition);
  if (asked === undefined) return undefined;
  const { file, key } = asked;
  const note = `the ${count} newest rows of ${key}, found in the key file ${file.name}`;
  return fetchKeys(context, {
    file,
    keys: [[key]],
    limit: count,
    merge,
    rows: Math.min(count, passingRows(context)),
    note,
    fetchesExactly: true,
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
  if (files.length <= 1) return true;
  if (files.some(layout.isDelta)) return false;
  return isByMonth && new Set(files.map(layout.monthOf)).size === files.length;
}

function keyAsked({ table }: RouteContext, condition: Filter): AskedKey | undefined {
  if (condition.kind !== 'comparison' && condition.kind !== 'tags') return undefined;
  const file = keyFilesOf(table).find(({ of }) => of === condition.column);
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
