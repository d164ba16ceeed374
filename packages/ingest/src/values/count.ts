import { type MapContext, Refusal } from '../observation.ts';
import { isCountNoun } from './count-nouns.ts';
import { takeNumberWord, WordsSeen } from './number-words.ts';
import { quoted } from './shown.ts';
import { isBlank } from './text.ts';

/** No count with its words is longer. */
const textLengthMax = 100;

const countMax = 2n ** 63n - 1n;

/** Letters of the platforms' own pages, with which `1.234K` and `1,234K` are unambiguous. */
const letters: ReadonlySet<string> = new Set(['k', 'm', 'b', 't']);

/**
 * A count: `3710`, `"97723"`, `"686000.0"`, `"1,234"`, `"541.2K"`, `"228.2B views"`, `"5万"`. Null when unknown, and for
 * −1, which some dumps write for it. Any other value that is not a whole number from 0 to 2^63 − 1 is null too, and a
 * refusal of the field in the context. `words` are the words for thousands and millions that the column uses.
 */
export function readCount(
  value: unknown,
  field: string,
  context: MapContext,
  words?: WordsSeen,
): bigint | number | null {
  try {
    return parseCount(value, field, context, words);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.refuseField(error, value);
    return null;
  }
}

function parseCount(
  value: unknown,
  field: string,
  context: MapContext,
  words: WordsSeen | undefined,
): bigint | number | null {
  if (isBlank(value)) return null;
  if (typeof value === 'number') return fromNumber(value, field);
  if (typeof value === 'bigint') return inRange(value, field);
  if (typeof value !== 'string')
    throw new Refusal('count_invalid', field, `The count is ${describe(value)}, not a number`);
  const text = value.trim();
  if (text.length > textLengthMax)
    throw new Refusal('count_invalid', field, `${quoted(text)} is not a count`);
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return fromText(text, field, context, words);
}

function fromNumber(value: number, field: string): number | bigint | null {
  if (value === -1) return null;
  if (!Number.isFinite(value)) throw new Refusal('count_invalid', field, `The count is ${value}`);
  if (value < 0) throw new Refusal('count_negative', field, `The count is ${value}`);
  if (!Number.isInteger(value)) throw new Refusal('count_fraction', field, `The count is ${value}`);
  return Number.isSafeInteger(value) ? value : inRange(BigInt(value), field);
}

interface CountText {
  /** Digits with separators, in ASCII. */
  readonly number: string;
  readonly exponent: number;
  /** A word for a power of ten, in lower case. */
  readonly word: string | undefined;
}

/** The parts of a count; undefined if it has other words. */
function splitCount(text: string): CountText | undefined {
  const match = /^([+-]?[\d.,\u00a0\u202f'’ ]*\d\.?)(?:e\+?(\d{1,2})(?![\p{L}\d]))?\s*\+?\s*(.*)$/isu.exec(
    plainDigits(text),
  );
  if (match === null) return undefined;
  const [, number = '', exponent = '0', after = ''] = match;
  const rest = after.toLowerCase();
  const found = takeNumberWord(rest);
  if (found === undefined)
    return isCountNoun(rest) ? { number, exponent: Number(exponent), word: undefined } : undefined;
  if (!isCountNoun(found.rest)) return undefined;
  return { number, exponent: Number(exponent), word: found.word };
}

const digitBase = /\p{Nd}/gu;

/** Digits of all scripts as ASCII, the Arabic separators as point and comma, without marks of direction. */
function plainDigits(text: string): string {
  const plain = text.normalize('NFC');
  if (/^[\x20-\x7e]*$/.test(plain)) return plain;
  return plain
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(digitBase, (digit) => String(digitValue(digit.codePointAt(0) as number)))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

/** Unicode has the ten digits of a script in order; the first one is the first of a run of ten. */
function digitValue(code: number): number {
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  // Runs of several scripts may touch (mathematical digits): they begin at multiples of ten from their first.
  return (code - zero) % 10;
}

/** Notes the word and the separators of a count, from which the other values of its column are decided. */
export function noteCountWord(value: unknown, seen: WordsSeen): void {
  if (typeof value !== 'string' || value.length > textLengthMax || /^[\s\d]*$/.test(value)) return;
  const parts = splitCount(value.trim());
  if (parts === undefined) return;
  if (parts.word === undefined) seen.addNumber(parts.number);
  else seen.add(parts.word, parts.number);
}

function fromText(
  text: string,
  field: string,
  context: MapContext,
  words: WordsSeen | undefined,
): bigint | null {
  const invalid = (why: string) => new Refusal('count_invalid', field, `${quoted(text)} ${why}`);
  const parts = splitCount(text);
  if (parts === undefined) throw invalid('is not a count');
  const { number, word, exponent } = parts;
  const power = exponent + powerOf(parts, words, invalid);
  const bare = number.replaceAll(/[\u00a0\u202f'’ ]/g, '');
  const plain =
    word === undefined && /^\d{1,3}\.\d{3}$/.test(bare) ? grouped(bare, words) : withPoint(bare, word);
  if (plain === null) throw invalid('is not a count');
  if (/^-1(\.0*)?$/.test(plain)) return null;
  const [whole = '0', fraction = ''] = plain.replace(/^\+/, '').split('.');
  if (whole.startsWith('-')) throw new Refusal('count_negative', field, `The count is ${quoted(text)}`);
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > power) throw new Refusal('count_fraction', field, `The count is ${quoted(text)}`);
  if (word !== undefined) context.notes.add('count_rounded');
  return inRange(BigInt((whole || '0') + digits.padEnd(power, '0')), field);
}

function powerOf(
  { word, number }: CountText,
  words: WordsSeen | undefined,
  invalid: (why: string) => Refusal,
): number {
  if (word === undefined) return 0;
  const seen = words ?? new WordsSeen();
  if (words === undefined) seen.add(word, number);
  const power = seen.powerOf(word);
  if (power === undefined) throw invalid('is ambiguous: the unit differs between languages');
  return power;
}

/** `12.345`, where the point separates thousands if the column says so; null if it does not. */
function grouped(number: string, words: WordsSeen | undefined): string | null {
  if (words?.hasDecimals === true) return number;
  if (words?.hasPointGroups === true) return number.replace('.', '');
  return /\.000$/.test(number) ? null : number;
}

/** A number without thousands separators; null if its commas and points are inconsistent or ambiguous. */
function withPoint(number: string, word: string | undefined): string | null {
  // "1.234 тыс." is 1.234 or 1,234 thousand.
  if (word !== undefined && !letters.has(word) && /^[+-]?\d{1,3}[.,]\d{3}$/.test(number)) return null;
  if (/^[+-]?\d*\.?\d*$/.test(number)) return number;
  if (
    /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(number) ||
    /^[+-]?\d{1,2}(,\d{2})+,\d{3}(\.\d*)?$/.test(number)
  ) {
    return number.replaceAll(',', '');
  }
  if (/^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(number)) return number.replaceAll('.', '');
  // "1,4M": the comma is the decimal separator. Without a word, the value would be a fraction.
  if (word !== undefined && /^\d+,\d{1,2}$/.test(number)) return number.replace(',', '.');
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
