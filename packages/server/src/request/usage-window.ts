import type { Instant } from '@sdq/contract';
import { invalidValue } from '../fastapi/request-invalid.ts';

const dayMs = 86_400_000;
const daysDefault = 30;

/** The time window of a request: `[start, end)`; a date as the end includes that whole UTC day. */
export function windowOf(
  query: { start_date?: Instant | undefined; end_date?: Instant | undefined },
  now: number = Date.now(),
): { start: Date; end: Date } {
  const { start_date: from, end_date: to } = query;
  const end = to === undefined ? new Date(now) : new Date(to.at.getTime() + (to.isDay ? dayMs : 0));
  const start = from?.at ?? new Date(Math.min(now, end.getTime()) - daysDefault * dayMs);
  if (start > end) {
    throw invalidValue(['query'], 'start_date must not be after end_date', null);
  }
  return { start, end };
}
