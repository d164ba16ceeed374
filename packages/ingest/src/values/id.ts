import { type MapContext, Refusal } from '../observation.ts';
import { readLabel } from './text.ts';

/** Length of the longest decimal ID: 2^64 − 1 has 20 digits. */
const digitsMax = 20;

/** The name in `lossyFields` of a field whose numbers were rounded before they were written as text. */
export function lossyText(field: string): string {
  return `text:${field}`;
}

type Reading = { id: string } | { fault: 'missing' | 'invalid' | 'rounded' };

/**
 * An ID as exact decimal text. IDs above 2^53 that were stored as floating-point numbers have lost their last digits and
 * are unknown; they are not padded with zeros. A bigint is a JSON number above 2^53; it is exact unless the field is one
 * of `lossyFields`.
 */
function read(value: unknown, field: string, lossyFields: ReadonlySet<string>): Reading {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return { fault: 'missing' };
    if (!Number.isSafeInteger(value)) return { fault: Number.isInteger(value) ? 'rounded' : 'invalid' };
    return value < 0 ? { fault: 'invalid' } : { id: String(value) };
  }
  if (typeof value === 'bigint') return lossyFields.has(field) ? { fault: 'rounded' } : digits(String(value));
  const label = unwrapped(readLabel(value));
  if (label === null) return { fault: 'missing' };
  if (/^\d+$/.test(label)) {
    return label.length > 15 && lossyFields.has(lossyText(field)) ? { fault: 'rounded' } : digits(label);
  }
  if (/^\d+(\.\d*)?(e\+?\d+)?$/i.test(label)) {
    const number = Number(label);
    return Number.isSafeInteger(number)
      ? { id: String(number) }
      : { fault: number > 2 ** 53 ? 'rounded' : 'invalid' };
  }
  return { fault: 'invalid' };
}

/** What spreadsheets and R put around long numbers to keep them exact: `="123…"`, `'123…`, `x123…`. */
const wrapped = /^(?:="(\d+)"|['x](\d{6,}))$/;

function unwrapped(label: string | null): string | null {
  const match = label === null ? null : wrapped.exec(label);
  return match?.[1] ?? match?.[2] ?? label;
}

function digits(text: string): Reading {
  return text.length <= digitsMax && /^\d+$/.test(text) ? { id: text } : { fault: 'invalid' };
}

/** The ID of a record. Throws a Refusal if it is missing or invalid. */
export function readKeyId(value: unknown, field: string, context: MapContext): string {
  const reading = read(value, field, context.lossyFields);
  if ('id' in reading && reading.id !== '0') return reading.id;
  const fault = 'id' in reading ? 'missing' : reading.fault;
  const messages = {
    missing: 'The record has no ID',
    invalid: 'The ID is not a decimal number of at most 20 digits',
    rounded: 'The ID was stored as a floating-point number and has lost its last digits',
  };
  throw new Refusal(`id_${fault}`, field, messages[fault]);
}

/** An optional ID. A rounded or masked ID is unknown and counted as a note. */
export function readId(value: unknown, field: string, context: MapContext): string | null {
  const reading = read(value, field, context.lossyFields);
  if ('id' in reading) return reading.id === '0' ? null : reading.id;
  if (reading.fault === 'rounded') context.notes.add('id_dropped_rounded');
  if (reading.fault === 'invalid') context.notes.add('id_dropped_invalid');
  return null;
}

/**
 * Whether an integer above 2^53 was probably a double: it is exactly representable, or it is the shortest decimal of a
 * double padded with zeros. One in a few hundred exact IDs matches by chance; a whole column does not.
 */
export function looksRounded(integer: bigint): boolean {
  const double = Number(integer);
  if (!Number.isFinite(double)) return false;
  return BigInt(double) === integer || BigInt(toPlainDigits(double)) === integer;
}

/** A double's shortest digits without exponent: 7.506832745952218e+18 → 7506832745952218000. */
function toPlainDigits(double: number): string {
  const [mantissa = '', exponent = '0'] = double.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return (whole + fraction).padEnd(whole.length + Number(exponent), '0');
}
