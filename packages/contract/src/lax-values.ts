import { z } from 'zod';

/**
 * Values of queries and JSON bodies: a number may come as text, and nothing else is
 * converted. The schemas stay plain underneath, so that OpenAPI documents show integers and booleans. Defaults are
 * given as inputs (`prefault`): of a schema that converts, zod documents no other ones.
 */

export interface IntegerOptions {
  description: string;
  /** Least value. */
  ge?: number;
  /** Greatest value. */
  le?: number;
}

/** A whole number, or text that is one: blanks around it, a sign, `_` between digits and a fraction of zeros pass. */
export function integer({ description, ge, le }: IntegerOptions) {
  return z.preprocess(readInteger, bounded(ge, le)).meta({ description });
}

/** The same, with a value for when it is left out. */
export function integerWithDefault({ description, ge, le, ...rest }: IntegerOptions & { default: number }) {
  return integer({ description, ge, le }).prefault(rest.default).meta({ description });
}

function bounded(ge: number | undefined, le: number | undefined) {
  const number = ge === undefined ? z.int() : z.int().min(ge);
  return le === undefined ? number : number.max(le);
}

const integerText = /^([+-]?)0*(\d+(?:_\d+)*)(?:\.0+)?$/;
/** Unicode's blanks; `trim` knows others. */
const blanksAround = /^\p{White_Space}+|\p{White_Space}+$/gu;
/** Longer ones are refused. */
const digitsMax = 4_300;

/** Sign and digits of a text that is a whole number; undefined for any other. */
function integerDigits(text: string): string | undefined {
  const [found, sign, digits = ''] = integerText.exec(text.replace(blanksAround, '')) ?? [];
  return found === undefined ? undefined : `${sign === '-' ? '-' : ''}${digits.replaceAll('_', '')}`;
}

/** Whether a text is a whole number that is refused for its length alone. */
export function isTooLongInteger(text: string): boolean {
  return (integerDigits(text)?.length ?? 0) > digitsMax;
}

function readInteger(value: unknown): unknown {
  const digits = typeof value === 'string' ? integerDigits(value) : undefined;
  if (digits === undefined || digits.length > digitsMax) return value;
  const number = Number(digits);
  // beyond a double it is still a number, out of any bounds
  return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
}

/** true/false, 1/0, on/off, yes/no, t/f, y/n in any case, with a value for when it is left out. */
export function booleanWithDefault(description: string, fallback: boolean) {
  return z.preprocess(readBoolean, z.boolean()).prefault(fallback).meta({ description });
}

/** The same without a value for when it is left out. */
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
