const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Text as it is stored: well-formed, without NUL. Null for what is no text. Numbers become their digits, since
 * collectors write a caption of digits as a number.
 */
export function readText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value;
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** Text of a field that means unknown when it is blank. */
export function readLabel(value: unknown): string | null {
  const text = readText(value)?.trim();
  return text === undefined || text === '' ? null : text;
}

/** Undoes one level of HTML escaping, for sources that export pages' text (`&amp;`, `&#39;`, `&#x27;`). */
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

/** Spellings of "not known" in dumps, lower case. */
const blanks = new Set(['', 'null', 'none', 'nan', 'n/a', 'na', 'undefined', '-', '<na>', 'nat', '\\n']);

/** Whether a field of a flat file says that it says nothing. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'number') return Number.isNaN(value);
  return typeof value === 'string' && value.length < 10 && blanks.has(value.trim().toLowerCase());
}
