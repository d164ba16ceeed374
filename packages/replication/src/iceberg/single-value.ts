/** Texts are cut after so many characters in bounds. */
const boundLengthMax = 64;

/**
 * A bound of a zone map as Iceberg writes single values; undefined where it has none. A text is cut: the bound is then wider.
 * `type` is an Iceberg type.
 */
export function boundOf(type: string, text: string, side: 'lower' | 'upper'): Buffer | undefined {
  if (type === 'string') return textBound(text, side);
  if (type === 'int') return numberBytes(4, wholeNumber(text));
  if (type === 'long') return numberBytes(8, wholeNumber(text));
  if (type === 'boolean')
    return text === 'true' || text === 'false' ? Buffer.from([Number(text === 'true')]) : undefined;
  if (type === 'double') return doubleBytes(text);
  if (type === 'date') {
    const micros = microsOf(`${text} 00:00:00`);
    return micros === undefined ? undefined : numberBytes(4, micros / 86_400_000_000n);
  }
  if (type.startsWith('timestamp')) return numberBytes(8, microsOf(text));
  if (type.startsWith('decimal')) return decimalBytes(text);
  return undefined;
}

/** A month `YYYY-MM` as the transform `month` gives it: months since January 1970. */
export function monthNumber(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return (year - 1970) * 12 + number - 1;
}

/** A whole number of 4 bytes, as bounds have them. */
export function intBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function textBound(text: string, side: 'lower' | 'upper'): Buffer | undefined {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  if (points.length <= boundLengthMax) return Buffer.from(text);
  points.length = boundLengthMax;
  if (side === 'lower') return Buffer.from(String.fromCodePoint(...points));
  // the least text of this length above all that begin like it
  while (points.length > 0) {
    const last = points.pop() ?? 0;
    if (last === 0x10ffff) continue;
    points.push(last === 0xd7ff ? 0xe000 : last + 1);
    return Buffer.from(String.fromCodePoint(...points));
  }
  return undefined;
}

function wholeNumber(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

function numberBytes(length: 4 | 8, value: bigint | undefined): Buffer | undefined {
  if (value === undefined || BigInt.asIntN(length * 8, value) !== value) return undefined;
  const bytes = Buffer.alloc(length);
  if (length === 4) bytes.writeInt32LE(Number(value));
  else bytes.writeBigInt64LE(value);
  return bytes;
}

function doubleBytes(text: string): Buffer | undefined {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return undefined;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** `YYYY-MM-DD HH:MM:SS[.ffffff]`, UTC, in microseconds since 1970; undefined for infinity and for other years. */
function microsOf(text: string): bigint | undefined {
  const [, date, time, fraction = ''] =
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  const seconds = Date.parse(`${date}T${time}Z`) / 1_000;
  if (date === undefined || Number.isNaN(seconds)) return undefined;
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}

/** The unscaled number in as few bytes as hold it, two's complement, the most significant first. */
function decimalBytes(text: string): Buffer | undefined {
  const value = wholeNumber(text.replace('.', ''));
  if (value === undefined) return undefined;
  let length = 1;
  while (BigInt.asIntN(length * 8, value) !== value) length++;
  const hex = BigInt.asUintN(length * 8, value).toString(16);
  return Buffer.from(hex.padStart(length * 2, '0'), 'hex');
}
