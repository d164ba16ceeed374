import { type OffsetSpan, offsetSpans } from '../../../../shape/constants/time-zones.ts';
import type { TimeBounds } from '../../candidates/known-years.ts';

/**
 * SQL with the value of `timezone(zone, column)`, a TIMESTAMP, for a TIMESTAMPTZ column: the offset from UTC is chosen by the
 * times at which it changes, where DuckDB would ask an ICU calendar for each row. Of times outside of the bounds that are
 * expected, or of the table, only those that have one of the same offsets are computed so; the others are left to DuckDB.
 */
export function localTime(
  zone: string,
  column: string,
  expected: TimeBounds | undefined,
): string | undefined {
  const all = offsetSpans(zone);
  if (all === undefined) return undefined;
  const spans = expected === undefined ? all : within(all, expected);
  const [start, end] = [spans[0]?.start, spans.at(-1)?.end];
  const isKnown = `${column} >= make_timestamptz(${start}) AND ${column} < make_timestamptz(${end})`;
  const local = `make_timestamp(epoch_us(${column}) + ${offsetOf(column, spans)})`;
  return `CASE WHEN ${isKnown} THEN ${local} ELSE timezone('${zone}', ${column}) END`;
}

/** The spans that have times between the bounds; at least one. */
function within(all: readonly OffsetSpan[], { least, most }: TimeBounds): readonly OffsetSpan[] {
  const found = all.filter(({ start, end }) => start <= most && end > least);
  return found.length === 0 ? all.slice(0, 1) : found;
}

/** The offset at a time as SQL: a binary search. */
function offsetOf(column: string, spans: readonly OffsetSpan[]): string {
  const middle = spans.length >> 1;
  const [first, later] = [spans[0], spans[middle]];
  if (middle === 0 || later === undefined) return `${first?.offset ?? 0n}`;
  const earlier = offsetOf(column, spans.slice(0, middle));
  return `CASE WHEN ${column} < make_timestamptz(${later.start}) THEN ${earlier} ELSE ${offsetOf(column, spans.slice(middle))} END`;
}
