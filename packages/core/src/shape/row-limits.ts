import type { Expression, SampleOptions, SelectNode } from '../syntax/ast.ts';
import { readWhole } from './constants/instants.ts';
import { givesRowPerRow } from './ordered-rows.ts';

/** The first k rows of each partition. */
export interface FirstRanks {
  /** Maximum rank that is kept; rows may tie. */
  readonly count: number;
  /** Partition columns of the table; undefined for an expression. */
  readonly by: readonly (string | undefined)[];
}

/**
 * What QUALIFY keeps if it is `row_number() OVER (…) <= k` or similar; undefined for other conditions. The rows
 * ranked before a kept row are kept too, so ranking only the kept rows again gives the same result. With tied ranks
 * that is true only for the first rank.
 */
export function readFirstRanks(
  qualify: Expression | null,
  columnName: (expression: Expression) => string | undefined,
): FirstRanks | undefined {
  if (qualify?.class !== 'COMPARISON') return undefined;
  const { type, left, right } = qualify;
  if (!/^COMPARE_LESSTHAN(OREQUALTO)?$/.test(type) && type !== 'COMPARE_EQUAL') return undefined;
  if (left.class !== 'WINDOW' || !/^(row_number|rank|dense_rank)$/i.test(left.function_name))
    return undefined;
  const limit = readWhole(right);
  if (limit === undefined || (type === 'COMPARE_EQUAL' && limit !== 1n)) return undefined;
  return { count: Math.max(0, Number(limit)), by: left.partitions.map(columnName) };
}

/** Rows that LIMIT and OFFSET ask for without ORDER BY; undefined where all rows, or groups, are selected. */
export function plainLimit(select: SelectNode, aggregates: ReadonlySet<string>): bigint | undefined {
  const [modifier, another] = select.modifiers;
  if (modifier?.type !== 'LIMIT_MODIFIER' || another !== undefined || !givesRowPerRow(select, aggregates))
    return undefined;
  const count = modifier.limit === null ? undefined : readWhole(modifier.limit);
  const skipped = modifier.offset === null ? 0n : readWhole(modifier.offset);
  return count === undefined || skipped === undefined ? undefined : count + skipped;
}

/**
 * The number of rows that one of two SAMPLE clauses selects; undefined without any; one line with the reason for
 * another form.
 */
export function readSample(
  first: SampleOptions | null,
  second: SampleOptions | null,
): bigint | string | undefined {
  const sample = first ?? second;
  if (sample === null) return undefined;
  if (first !== null && second !== null) return 'the query samples twice';
  if (sample.is_percentage || sample.method.toLowerCase() !== 'reservoir') return 'no plain number of rows';
  if (sample.seed !== -1) return 'the sample is to be repeatable';
  const count = readWhole({
    class: 'CONSTANT',
    type: 'VALUE_CONSTANT',
    alias: '',
    query_location: 0,
    value: sample.sample_size,
  });
  return count ?? 'no plain number of rows';
}
