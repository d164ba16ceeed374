/** How a number of a cell is shown: as it is, or as a time. */
export type NumberKind = 'number' | 'date' | 'elapsed';

/** What the cells of all sheets need. */
export interface Workbook {
  readonly is1904: boolean;
  /** The kind of number by the number of a cell's style. */
  readonly styles: readonly NumberKind[];
  readonly sharedTexts: readonly string[];
}

/** Formats that a workbook does not describe, by their number. */
const dateFormats = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 47, 50, 51, 52, 53, 54, 55,
  56, 57, 58,
]);
const elapsedFormat = 46;

/** The kind of a number format: a time if its code has letters of one outside of quotes, colours and conditions. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return id === elapsedFormat ? 'elapsed' : dateFormats.has(id) ? 'date' : 'number';
  const bare = code.replaceAll(/"[^"]*"|\\.|_./g, '');
  if (/\[(h+|m+|s+)\]/i.test(bare)) return 'elapsed';
  return /[ymdhs]/i.test(bare.replaceAll(/\[[^\]]*\]|general/gi, '')) ? 'date' : 'number';
}

const dayMs = 86_400_000;
const base1900 = Date.UTC(1899, 11, 30);
const base1904 = Date.UTC(1904, 0, 1);

/** A number of a cell as text: dates in ISO form without a zone, times of a day and lengths as `H:MM:SS`. */
export function numberText(value: string, kind: NumberKind, is1904: boolean): string {
  const days = Number(value);
  if (kind === 'number' || !Number.isFinite(days) || days < 0 || days > 2_958_466) return value;
  const ms = Math.round(days * dayMs);
  if (kind === 'elapsed' || ms < dayMs) return lengthText(ms);
  // Excel counts a 29 February 1900, which did not exist.
  const shift = !is1904 && days < 60 ? dayMs : 0;
  const iso = new Date((is1904 ? base1904 : base1900) + ms + shift).toISOString();
  const time = iso.slice(11, 23).replace(/\.000$/, '');
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

function lengthText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const fraction = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

/** Text in which characters that XML cannot have are written as `_x000D_`. */
export function plainText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The number of the column of a cell such as `AB12`, from 0; undefined if it has none. */
export function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
