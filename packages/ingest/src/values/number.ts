import { Refusal } from '../observation.ts';
import { quoted } from './shown.ts';

/** Minimum and maximum of the integer types. */
const ranges = {
  SMALLINT: [-(2n ** 15n), 2n ** 15n - 1n],
  INTEGER: [-(2n ** 31n), 2n ** 31n - 1n],
  BIGINT: [-(2n ** 63n), 2n ** 63n - 1n],
  UBIGINT: [0n, 2n ** 64n - 1n],
} as const;

/**
 * A whole number of a type: `42`, `"42"`, `"1,234"`, `"42.0"`, `true`. Throws a Refusal for other
 * values, values out of range, and numbers that a double cannot represent exactly.
 */
export function readWhole(value: unknown, type: keyof typeof ranges, field: string): bigint {
  const whole = wholeIn(value);
  if (whole === undefined) throw invalid(value, field, 'is not a whole number');
  if (whole === 'rounded') {
    throw invalid(value, field, 'was stored as a floating-point number and has lost its last digits');
  }
  const [least, greatest] = ranges[type];
  if (whole < least || whole > greatest) throw invalid(value, field, `is out of range for ${type}`);
  return whole;
}

function wholeIn(value: unknown): bigint | 'rounded' | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return undefined;
    return Number.isSafeInteger(value) ? BigInt(value) : 'rounded';
  }
  const plain = plainNumber(value);
  const digits = plain === undefined ? null : /^([+-]?\d+)(?:\.0*)?$/.exec(plain);
  return digits === null ? undefined : BigInt((digits[1] ?? '').replace('+', ''));
}

/** A floating-point number, including infinities. Throws a Refusal for other values. */
export function readDouble(value: unknown, field: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  const infinity = typeof value === 'string' ? /^([+-]?)inf(?:inity)?$/i.exec(value.trim()) : null;
  if (infinity !== null) return infinity[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const plain = plainNumber(value);
  if (plain === undefined) throw invalid(value, field, 'is not a number');
  return Number(plain);
}

/**
 * A decimal as text that DuckDB parses exactly; excess fraction digits are rounded. Throws a Refusal for values that are
 * not numbers or out of range.
 */
export function readDecimal(
  value: unknown,
  { precision, scale }: { precision: number; scale: number },
  field: string,
): string {
  const written = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  const plain = plainNumber(written);
  const parts = plain === undefined ? null : /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(plain);
  if (parts === null) throw invalid(value, field, 'is not a number');
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const units = rounded(whole, fraction, Number(exponent) + scale);
  if (units >= 10n ** BigInt(precision))
    throw invalid(value, field, `is out of range for DECIMAL(${precision},${scale})`);
  const digits = String(units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return sign === '-' && units > 0n ? `-${text}` : text;
}

/** `whole.fraction` × 10^power, rounded half away from zero. */
function rounded(whole: string, fraction: string, power: number): bigint {
  const digits = `${whole}${fraction}` || '0';
  const dropped = fraction.length - power;
  if (dropped <= 0) return BigInt(digits) * 10n ** BigInt(-dropped);
  const kept = BigInt(digits.slice(0, Math.max(0, digits.length - dropped)) || '0');
  const next = digits.length < dropped ? '0' : (digits[digits.length - dropped] ?? '0');
  return next >= '5' ? kept + 1n : kept;
}

/** The text of a number without thousands separators; undefined if it is not a number. */
function plainNumber(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text)) return text;
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : undefined;
}

function invalid(value: unknown, field: string, why: string): Refusal {
  return new Refusal('value_invalid', field, `${quoted(value)} ${why}`);
}
