/** Periods are calendar months in UTC, and days are UTC days: daylight saving time does not move their boundaries. */

/** `2026-11` */
export function periodOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** `2026-11-21` */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** `[start, end)` of the period that contains the instant, in milliseconds since 1970. */
export function boundsOfPeriod(instant: number): { start: number; end: number } {
  const date = new Date(instant);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) };
}
