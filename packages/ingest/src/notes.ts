/** Notes about accepted records, with one counter each. */
export const noteMeanings = {
  id_dropped_rounded: 'IDs treated as unknown because they were stored as floating-point numbers',
  id_dropped_invalid: 'IDs other than the key treated as unknown because they are not decimal numbers',
  count_rounded: 'counts rounded by the source, such as 541.2K',
  invalid_utf8: 'records with invalid UTF-8 bytes, which were replaced',
  nan_replaced: 'records with NaN or Infinity, treated as unknown',
  time_zone_assumed:
    'times without a time zone, read as UTC unless a zone is given, or the IDs or the name of the column tell it',
  time_off_id_by_hours: 'times without a time zone that differ from the ID by whole hours, probably not UTC',
  likes_above_plays: 'videos with more likes than plays, stored unchanged',
  observed_at_implausible: 'observation times outside 2005 to now, ignored',
  names_repeated: 'columns with the name of an earlier column, which were renamed to NAME#NUMBER',
  duration_dropped: 'invalid durations, treated as unknown',
} as const;

export type NoteName = keyof typeof noteMeanings;

/** Counters of one file. */
export class Notes {
  readonly counts: Partial<Record<NoteName, number>> = {};

  add(name: NoteName, count = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + count;
  }

  addAll({ counts }: Notes): void {
    for (const [name, count] of Object.entries(counts)) this.add(name as NoteName, count);
  }
}
