/** Numbers, sizes and times as a reader of this browser's language writes them. Times are UTC, and say so. */
const locales = typeof navigator === 'undefined' ? 'en' : navigator.languages;
const whole = new Intl.NumberFormat(locales, { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat(locales, { maximumFractionDigits: 6 });
const short = new Intl.NumberFormat(locales, { notation: 'compact', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(locales, { timeStyle: 'short', timeZone: 'UTC' });

export const count = (value: number | bigint): string => whole.format(value);
export const decimal = (value: number): string => precise.format(value);
export const compact = (value: number): string => short.format(value);
export const dayText = (value: number | string): string => day.format(new Date(value));
export const clockText = (value: number | string): string => `${clock.format(new Date(value))} UTC`;
export const instantText = (value: number | string): string => `${minute.format(new Date(value))} UTC`;

/** Bytes, in units of 1,000. */
export function bytesText(bytes: number): string {
  for (const [unit, size] of [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const)
    if (bytes >= size)
      return `${new Intl.NumberFormat(locales, { maximumFractionDigits: 1 }).format(bytes / size)} ${unit}`;
  return `${whole.format(bytes)} bytes`;
}

/** Milliseconds, as seconds from one second on. */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** Units of $0.0001 of an amount such as "$0.0123". */
export function unitsOf(dollars: string): number {
  return Math.round(Number(dollars.replace(/[^0-9.-]/g, '')) * 10_000);
}

/** An amount of the API without zeros that say nothing: "$0.0100" is "$0.01", "$0.0240" stays. */
export function dollarsText(dollars: string): string {
  const [wholePart = '', fraction = ''] = dollars.split('.');
  const kept = fraction.endsWith('00') ? fraction.slice(0, -2) : fraction;
  return `${wholePart.replace(/\d(?=(\d{3})+$)/g, '$&,')}.${kept}`;
}

/** Units of $0.0001 as an amount. */
export const dollarsOf = (units: number): string => dollarsText(`$${(units / 10_000).toFixed(4)}`);

/** A noun with its number. */
export const many = (value: number, one: string, several = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : several}`;

/** What so many rows cost at most, at a price per row. */
export function rowsCost(price: string, rows: number): string {
  return dollarsOf(unitsOf(price) * rows);
}
