import { z } from 'zod';

/** Quantiles that are recorded: more of them at the top, where few values are far above the others. */
export const quantileShares = [0.1, 0.5, 0.9, 0.99, 0.999] as const;

/** Characters of a text that are stored as a bound. */
export const boundLengthMax = 64;

/** Whether the mean bytes of a column of this type are recorded: the cost of reading it grows with them. */
export function hasMeanBytes(type: string): boolean {
  return type === 'VARCHAR' || type.endsWith('[]');
}

const count = z.int().nonnegative();

/**
 * Statistics of one column of a segment's rows, taken when it was built. Values are text, as DuckDB casts them;
 * timestamps as `YYYY-MM-DD HH:MM:SS.ffffff`, UTC, with a sign before years below 0, or as `infinity` and
 * `-infinity`.
 */
const columnStatistics = z.strictObject({
  nulls: count,
  /** Approximate number of distinct values; of columns that rows are grouped by or identified by. */
  distinct: count.optional(),
  /** Least and greatest value; absent where every row is NULL, and for long texts, lists and structs. */
  min: z.string().optional(),
  max: z.string().optional(),
  /** Bounds that are truncated to the first {@link boundLengthMax} characters. */
  cut: z.array(z.enum(['min', 'max'])).optional(),
  /**
   * Quantiles of numbers and times, by share: the value that this share of the rows does not exceed. Of large
   * segments, over a sample.
   */
  quantiles: z.record(z.string(), z.string()).optional(),
  /** Of ids: least and greatest length, in characters. */
  lengths: z.strictObject({ min: count, max: count }).optional(),
  /** Of timestamps with time zone: whether none is infinite. */
  is_finite: z.boolean().optional(),
  /** Mean bytes of a text, and of a list as text; over a sample. */
  mean_bytes: count.optional(),
  /** Of texts: whether the native scan stores them without compression, which takes a third of the CPU time to read. */
  is_plain: z.boolean().optional(),
});

/**
 * Group sizes: how many rows have the same value of the column that a structure is grouped by; rows with NULL are in
 * no group.
 */
const groupStatistics = z.strictObject({
  count,
  /** Rows of a group: the median, the 99th percentile, and the maximum. */
  rows_median: count,
  rows_p99: count,
  rows_most: count,
});

const structureStatistics = z.strictObject({
  /** Size of its blocks in the file, in bytes. */
  bytes: count,
  /** Of a structure that is clustered by a column. */
  groups: groupStatistics.optional(),
});

/** Statistics of a segment, taken when it was built. */
export const segmentStatistics = z.strictObject({
  /** By name, for each stored column of the table. */
  columns: z.record(z.string(), columnStatistics),
  /** By name of the structure. */
  structures: z.record(z.string(), structureStatistics),
});

export type ColumnStatistics = z.infer<typeof columnStatistics>;
export type GroupStatistics = z.infer<typeof groupStatistics>;
export type StructureStatistics = z.infer<typeof structureStatistics>;
