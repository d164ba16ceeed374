const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Well-formed text without NUL. Null for values that are not text. Numbers are converted to text, because collectors
 * write captions of digits as numbers.
 */
export function readText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value;
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** The text of a value; empty for objects, lists and unknown values, which have none. */
export function textOf(value: unknown): string {
  return readText(value) ?? (typeof value === 'boolean' ? String(value) : '');
}

/** The number of a value; NaN for objects, lists and texts without one. */
export function numberOf(value: unknown): number {
  return typeof value === 'object' || value === '' ? Number.NaN : Number(value);
}

/** Trimmed text; null if it is blank. */
export function readLabel(value: unknown): string | null {
  const text = readText(value)?.trim();
  return text === undefined || text === '' ? null : text;
}

/** Reverses one level of HTML escaping (`&amp;`, `&#39;`, `&#x27;`). */
export function unescapeHtml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (...match) => {
    const [whole, decimal, hex, name] = match as [string, string?, string?, string?];
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : whole;
  });
}

/** Spellings of null in dumps, in lower case. */
const blanks = new Set(['', 'null', 'none', 'nan', 'n/a', 'na', 'undefined', '-', '<na>', 'nat', '\\n']);

/** Whether the value of a flat file's field is unknown. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'number') return Number.isNaN(value);
  return typeof value === 'string' && value.length < 10 && blanks.has(value.trim().toLowerCase());
}
