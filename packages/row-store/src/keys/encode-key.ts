import { KeyBytes } from './key-bytes.ts';
import { decimalOf, type KeyColumn, numberBytes } from './key-column.ts';

/**
 * The values of a key, one for each of its columns, as text: a whole number as decimal digits, a date as days and a
 * time as microseconds since 1970 UTC.
 */
export type KeyValues = readonly string[];

const encoder = new TextEncoder();

/**
 * The bytes of a key; undefined for a value that the column's type cannot have, so that no row has the key. Throws
 * for another number of values than columns.
 */
export function encodeKey(columns: readonly KeyColumn[], values: KeyValues): Uint8Array | undefined {
  if (values.length !== columns.length)
    throw new RangeError(`A key of ${columns.length} columns cannot have ${values.length} values`);
  const key = new KeyBytes();
  for (const [index, column] of columns.entries()) {
    if (!encodeValue(key, column, values[index] as string, index === columns.length - 1)) return undefined;
  }
  return key.copy();
}

function encodeValue(key: KeyBytes, { type, form }: KeyColumn, text: string, isLast: boolean): boolean {
  if (form === 'text') {
    const bytes = encoder.encode(text);
    key.text(bytes, 0, bytes.length, isLast);
    return true;
  }
  if (form === 'decimal') {
    const number = decimalOf(text);
    const bytes = encoder.encode(text);
    if (number === undefined) key.otherText(bytes, 0, bytes.length, isLast);
    else key.decimal(lowOf(number), highOf(number));
    return true;
  }
  const number = numberOf(text, type);
  if (number === undefined) return false;
  if (form === 'signed') key.signed(lowOf(number), highOf(number));
  else key.unsigned(lowOf(number), highOf(number));
  return true;
}

/** A number that a column of this type can have. */
function numberOf(text: string, type: string): bigint | undefined {
  if (!/^-?\d+$/.test(text)) return undefined;
  const number = BigInt(text);
  const bits = 8 * numberBytes(type);
  const fits = type === 'UBIGINT' ? BigInt.asUintN(bits, number) : BigInt.asIntN(bits, number);
  return fits === number ? number : undefined;
}

function lowOf(number: bigint): number {
  return Number(BigInt.asIntN(32, number));
}

function highOf(number: bigint): number {
  return Number(BigInt.asIntN(32, number >> 32n));
}
