import { type MapContext, Refusal } from '../observation.ts';
import { isBlank } from './text.ts';

const countMax = 2n ** 63n - 1n;
const powers: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, t: 12 };

/**
 * A count: `3710`, `"97723"`, `"686000.0"`, `"1,234"`, `"541.2K"`, `"228.2B views"`. Null when unknown, and for
 * −1, which some dumps write for it. Throws a Refusal for any other value that is not a whole number from 0 to 2^63 − 1.
 */
export function readCount(value: unknown, field: string, context: MapContext): bigint | number | null {
  if (isBlank(value)) return null;
  if (typeof value === 'number') return fromNumber(value, field);
  if (typeof value === 'bigint') return inRange(value, field);
  if (typeof value !== 'string')
    throw new Refusal('count_invalid', field, `The count is ${describe(value)}, not a number`);
  const text = value.trim();
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return fromWords(text, field, context);
}

function fromNumber(value: number, field: string): number | bigint | null {
  if (value === -1) return null;
  if (!Number.isFinite(value)) throw new Refusal('count_invalid', field, `The count is ${value}`);
  if (value < 0) throw new Refusal('count_negative', field, `The count is ${value}`);
  if (!Number.isInteger(value)) throw new Refusal('count_fraction', field, `The count is ${value}`);
  return Number.isSafeInteger(value) ? value : inRange(BigInt(value), field);
}

function fromWords(text: string, field: string, context: MapContext): bigint | null {
  const match =
    /^([+-]?[\d.,\u00a0\u202f' ]*\d\.?)(?:e\+?(\d{1,2}))?\s*([kmbt])?\+?(?:\s+[\p{L}\s]+)?$/iu.exec(text);
  if (match === null) throw new Refusal('count_invalid', field, `${quote(text)} is not a count`);
  const [, number = '', exponent = '0', suffix] = match;
  const power = (suffix === undefined ? 0 : (powers[suffix.toLowerCase()] ?? 0)) + Number(exponent);
  const plain = withPoint(number.replaceAll(/[\u00a0\u202f' ]/g, ''), suffix !== undefined);
  if (plain === null) throw new Refusal('count_invalid', field, `${quote(text)} is not a count`);
  if (/^-1(\.0*)?$/.test(plain)) return null;
  const [whole = '0', fraction = ''] = plain.replace(/^\+/, '').split('.');
  if (whole.startsWith('-')) throw new Refusal('count_negative', field, `The count is ${quote(text)}`);
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > power) throw new Refusal('count_fraction', field, `The count is ${quote(text)}`);
  if (suffix !== undefined) context.notes.add('count_rounded');
  return inRange(BigInt((whole || '0') + digits.padEnd(power, '0')), field);
}

/** A number without thousands separators; null if its commas and points are inconsistent. */
function withPoint(number: string, hasSuffix: boolean): string | null {
  if (/^[+-]?\d*\.?\d*$/.test(number)) return number;
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(number)) {
    return number.replaceAll(',', '');
  }
  if (/^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(number)) return number.replaceAll('.', '');
  // "1,4M": the comma is the decimal separator. Without a suffix, the value would be a fraction.
  if (hasSuffix && /^\d+,\d{1,2}$/.test(number)) return number.replace(',', '.');
  return null;
}

function inRange(count: bigint, field: string): bigint | null {
  if (count === -1n) return null;
  if (count < 0n) throw new Refusal('count_negative', field, `The count is ${count}`);
  if (count > countMax) throw new Refusal('count_too_large', field, `The count is ${count}`);
  return count;
}

function describe(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
