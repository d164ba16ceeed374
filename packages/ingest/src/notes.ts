/** Things worth telling that refuse no record: one counter per kind. */
export const noteMeanings = {
  id_dropped_rounded: 'ids left unknown because they went through a floating-point number',
  id_dropped_invalid: 'ids other than the key left unknown because they are not decimal',
  count_rounded: 'counts that the source had rounded, such as 541.2K',
  invalid_utf8: 'records in which bytes that are not UTF-8 were replaced',
  nan_replaced: 'records in which NaN or Infinity was read as unknown',
  time_zone_assumed: 'times without a zone that were taken as UTC',
  time_off_id_by_hours: 'times without a zone that differ from the id by whole hours: probably not UTC',
  likes_above_plays: 'videos with more likes than plays, kept as they are',
  observed_at_implausible: 'observation times outside 2005 to now, ignored',
  duration_dropped: 'lengths that could not be read, left unknown',
} as const;

export type NoteName = keyof typeof noteMeanings;

/** Counters of one file. */
export class Notes {
  readonly counts: Partial<Record<NoteName, number>> = {};

  add(name: NoteName, count = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + count;
  }
}
