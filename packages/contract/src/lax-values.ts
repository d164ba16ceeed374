import { z } from 'zod';

/**
 * Lenient parsers for values of query strings and JSON bodies: numbers and booleans may be text; nothing else is
 * converted. The inner schemas are plain, so that the OpenAPI document shows integers and booleans. Defaults are
 * given as inputs (`prefault`), because zod documents no other defaults of a schema that converts.
 */

export interface IntegerOptions {
  description: string;
  /** Minimum. */
  ge?: number;
  /** Maximum. */
  le?: number;
}

/** An integer, or text of one: surrounding blanks, a sign, `_` between digits and a fraction of zeros are accepted. */
export function integer({ description, ge, le }: IntegerOptions) {
  return z.preprocess(readInteger, bounded(ge, le)).meta({ description });
}

/** An optional integer with a default. */
export function integerWithDefault({ description, ge, le, ...rest }: IntegerOptions & { default: number }) {
  return integer({ description, ge, le }).prefault(rest.default).meta({ description });
}

function bounded(ge: number | undefined, le: number | undefined) {
  const number = ge === undefined ? z.int() : z.int().min(ge);
  return le === undefined ? number : number.max(le);
}

const integerText = /^([+-]?)0*(\d+(?:_\d+)*)(?:\.0+)?$/;
/** Unicode white space; `trim` removes a different set. */
const blanksAround = /^\p{White_Space}+|\p{White_Space}+$/gu;
/** Longer integers are refused. */
const digitsMax = 4_300;

/** The sign and digits of an integer in a text; undefined for other text. */
function integerDigits(text: string): string | undefined {
  const [found, sign, digits = ''] = integerText.exec(text.replace(blanksAround, '')) ?? [];
  return found === undefined ? undefined : `${sign === '-' ? '-' : ''}${digits.replaceAll('_', '')}`;
}

/** Whether a text is an integer with too many digits. */
export function isTooLongInteger(text: string): boolean {
  return (integerDigits(text)?.length ?? 0) > digitsMax;
}

function readInteger(value: unknown): unknown {
  const digits = typeof value === 'string' ? integerDigits(value) : undefined;
  if (digits === undefined || digits.length > digitsMax) return value;
  const number = Number(digits);
  // an integer beyond the range of a double exceeds any bound
  return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
}

/** true/false, 1/0, on/off, yes/no, t/f, y/n in any case, with a default. */
export function booleanWithDefault(description: string, fallback: boolean) {
  return z.preprocess(readBoolean, z.boolean()).prefault(fallback).meta({ description });
}

/** The same without a default. */
export function booleanOrFault(description: string) {
  return z.preprocess(readBoolean, z.boolean()).meta({ description });
}

const booleanWords = new Map<unknown, boolean>([
  ...['true', '1', 'on', 'yes', 't', 'y', 1].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no', 'f', 'n', 0].map((word) => [word, false] as const),
]);

function readBoolean(value: unknown): unknown {
  return booleanWords.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;
}
