import { z } from 'zod';

/** Shares of a column's values at which quantiles are noted: more of them where few values are far above the others. */
export const quantileShares = [0.1, 0.5, 0.9, 0.99, 0.999] as const;

/** Characters of a text that are kept as a bound. */
export const boundLengthMax = 64;

const count = z.int().nonnegative();

/**
 * What was known of one column of a segment's rows when it was built. Values stand as text, as DuckDB casts them;
 * timestamps as `YYYY-MM-DD HH:MM:SS.ffffff`, UTC, with a sign before years below 0, or as `infinity` and `-infinity`.
 */
const columnStatistics = z.strictObject({
  nulls: count,
  /** Distinct values, about; of columns that rows are grouped by or told apart by. */
  distinct: count.optional(),
  /** Least and greatest value; absent where every row is NULL, and for long texts, lists and structs. */
  min: z.string().optional(),
  max: z.string().optional(),
  /** Bounds of which the first {@link boundLengthMax} characters stand here alone: the value goes on after them. */
  cut: z.array(z.enum(['min', 'max'])).optional(),
  /** Of numbers and times, by share: the value that this share of the rows does not exceed. Of large segments, over a sample. */
  quantiles: z.record(z.string(), z.string()).optional(),
  /** Of ids: least and greatest length, in characters. */
  lengths: z.strictObject({ min: count, max: count }).optional(),
  /** Of timestamps with time zone: whether none is infinite. */
  is_finite: z.boolean().optional(),
});

/** How many rows have the same value of what a structure is grouped by; rows without one are in no group. */
const groupStatistics = z.strictObject({
  count,
  /** Rows of a group: the median, what 99 of 100 groups do not exceed, and the most. */
  rows_median: count,
  rows_p99: count,
  rows_most: count,
});

const structureStatistics = z.strictObject({
  /** What its blocks take in the file. */
  bytes: count,
  /** Of a structure in which rows with the same value lie together. */
  groups: groupStatistics.optional(),
});

/** What was noted of a segment when it was built. */
export const segmentStatistics = z.strictObject({
  /** By stored column of the table. */
  columns: z.record(z.string(), columnStatistics),
  /** By structure. */
  structures: z.record(z.string(), structureStatistics),
});

export type ColumnStatistics = z.infer<typeof columnStatistics>;
export type GroupStatistics = z.infer<typeof groupStatistics>;
export type StructureStatistics = z.infer<typeof structureStatistics>;
