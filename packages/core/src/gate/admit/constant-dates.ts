/** Units of which a date consists of whole ones, in seconds. */
const evenUnits: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };
const monthsOf: Readonly<Record<string, number>> = {
  month: 1,
  quarter: 3,
  year: 12,
  decade: 120,
  century: 1_200,
  millennium: 12_000,
};
const secondsPerWeek = 604_800;
/** 1970-01-05, the first Monday. */
const firstMonday = 345_600;

function monthStart(months: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(months / 12), ((months % 12) + 12) % 12, 1);
  return seconds(date.getTime());
}

function seconds(milliseconds: number): number | undefined {
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1_000;
}

/** `date_trunc` of a moment in seconds; undefined for other units, and for moments beyond JavaScript's. */
export function truncated(unit: string, moment: number): number | undefined {
  const name = unit.toLowerCase().replace(/s$/, '');
  const even = evenUnits[name];
  if (even !== undefined) return Math.floor(moment / even) * even;
  if (name === 'week')
    return firstMonday + Math.floor((moment - firstMonday) / secondsPerWeek) * secondsPerWeek;
  const months = monthsOf[name];
  const date = new Date(moment * 1_000);
  if (months === undefined || Number.isNaN(date.getTime())) return undefined;
  const count = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return monthStart(Math.floor(count / months) * months);
}

/** `make_date(year, month, day)` in seconds. */
export function madeDate(year: number, month: number, day: number): number | undefined {
  const start = monthStart(year * 12 + month - 1);
  return start === undefined ? undefined : start + (day - 1) * 86_400;
}

/** `last_day` of a moment in seconds. */
export function lastDay(moment: number): number | undefined {
  const date = new Date(moment * 1_000);
  const next = monthStart(date.getUTCFullYear() * 12 + date.getUTCMonth() + 1);
  return next === undefined ? undefined : next - 86_400;
}
