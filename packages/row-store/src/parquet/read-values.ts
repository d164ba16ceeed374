import { packValidity } from '@sdq/encode/vectors';
import { absent } from '../decode/column-decoder.ts';
import type { FixedValues, TextValues } from '../row-set.ts';
import { DeltaNumbers } from './delta-numbers.ts';
import type { Dictionary } from './dictionary.ts';
import type { PageBytes } from './page-bytes.ts';
import { Runs } from './runs.ts';
import type { Storage } from './storage.ts';
import { unreadable } from './unreadable.ts';

export const encodings = {
  plain: 0,
  plainDictionary: 2,
  runs: 3,
  deltaNumbers: 5,
  deltaLengths: 6,
  dictionary: 8,
  byteStreamSplit: 9,
} as const;

/** The values of a page, behind its levels. */
export interface ValuesOfPage {
  readonly page: PageBytes;
  readonly start: number;
  readonly encoding: number;
  /** Values with the NULLs among them. */
  readonly count: number;
  readonly dictionary: Dictionary;
}

/** Reads those values whose numbers are given, ascending; `absent` for NULL. Throws `UnreadableParquet`. */
export function readValues(
  values: ValuesOfPage,
  storage: Storage,
  ranks: Uint32Array,
): FixedValues | TextValues {
  const validity = validityOf(ranks);
  if (storage.kind === 'text') return { kind: 'text', validity, ...texts(values, ranks) };
  const width = storage.kind === 'bits' ? 1 : storage.width;
  const bytes = new Uint8Array(ranks.length * width);
  const count = countOf(ranks);
  if (count > 0) {
    if (storage.kind === 'bits') bits(values, ranks, bytes);
    else if (values.encoding === encodings.deltaNumbers) deltas(values, storage, ranks, count, bytes);
    else fixed(values, storage, ranks, count, bytes);
  }
  return { kind: 'fixed', validity, width, bytes };
}

/** How many values have to be read: one more than the highest number. */
function countOf(ranks: Uint32Array): number {
  for (let index = ranks.length - 1; index >= 0; index--)
    if (ranks[index] !== absent) return (ranks[index] as number) + 1;
  return 0;
}

function validityOf(ranks: Uint32Array): Uint8Array | null {
  return ranks.includes(absent) ? packValidity(ranks.length, (index) => ranks[index] !== absent) : null;
}

function bits({ page, start, encoding }: ValuesOfPage, ranks: Uint32Array, into: Uint8Array): void {
  if (encoding !== encodings.plain && encoding !== encodings.runs) throw unknownEncoding(encoding);
  const runs = encoding === encodings.runs ? new Runs(page, start + 4, page.length, 1) : undefined;
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    if (rank === absent) continue;
    if (runs !== undefined) {
      into[index] = runs.at(rank);
      continue;
    }
    const at = start + (rank >> 3);
    page.need(at + 1);
    into[index] = ((page.bytes[at] as number) >> (rank & 7)) & 1;
  }
}

type FixedStorage = Extract<Storage, { kind: 'fixed' }>;

function fixed(
  { page, start, encoding, dictionary }: ValuesOfPage,
  { stored, width, isReversed }: FixedStorage,
  ranks: Uint32Array,
  count: number,
  into: Uint8Array,
): void {
  let from: PageBytes = page;
  let placeOf: (rank: number) => number;
  /** From one byte of a value to the next. */
  let stride = 1;
  switch (encoding) {
    case encodings.plain:
      page.need(start + count * stored);
      placeOf = (rank) => start + rank * stored;
      break;
    case encodings.dictionary:
    case encodings.plainDictionary: {
      const indexes = indexesOf(page, start);
      from = dictionary.page;
      placeOf = (rank) => dictionary.fixedAt(indexes.at(rank), stored);
      break;
    }
    case encodings.byteStreamSplit:
      page.need(page.length);
      stride = Math.floor((page.length - start) / stored);
      if (count > stride) throw unreadable('a page has too few values');
      placeOf = (rank) => start + rank;
      break;
    default:
      throw unknownEncoding(encoding);
  }
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    if (rank === absent) continue;
    const at = placeOf(rank);
    for (let byte = 0; byte < width; byte++)
      into[index * width + byte] = from.bytes[
        at + stride * (isReversed ? stored - 1 - byte : byte)
      ] as number;
  }
}

function deltas(
  { page, start }: ValuesOfPage,
  { stored, width }: FixedStorage,
  ranks: Uint32Array,
  count: number,
  into: Uint8Array,
): void {
  const numbers = new DeltaNumbers(page, start);
  const lows = new Uint32Array(count);
  const highs = stored === 8 ? new Uint32Array(count) : undefined;
  numbers.read(lows, highs);
  const view = new DataView(into.buffer);
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    if (rank === absent) continue;
    const low = lows[rank] as number;
    if (width === 2) view.setUint16(index * 2, low & 0xffff, true);
    else view.setUint32(index * width, low, true);
    if (highs !== undefined) view.setUint32(index * width + 4, highs[rank] as number, true);
  }
}

/** Indexes of a dictionary: the bits of each, then the indexes. */
function indexesOf(page: PageBytes, start: number): Runs {
  page.need(start + 1);
  return new Runs(page, start + 1, page.length, page.bytes[start] as number);
}

function texts(
  { page, start, encoding, count: most, dictionary }: ValuesOfPage,
  ranks: Uint32Array,
): Pick<TextValues, 'offsets' | 'bytes'> {
  const places = new Uint32Array(ranks.length);
  const offsets = new Uint32Array(ranks.length + 1);
  let from: PageBytes = page;
  const count = countOf(ranks);
  const note = (index: number, at: number, length: number) => {
    places[index] = at;
    offsets[index + 1] = length;
  };
  if (count === 0) return { offsets, bytes: new Uint8Array(0) };
  switch (encoding) {
    case encodings.plain:
      plainTexts(page, start, ranks, note);
      break;
    case encodings.deltaLengths:
      textsByLengths(page, start, most, ranks, note);
      break;
    case encodings.dictionary:
    case encodings.plainDictionary: {
      const indexes = indexesOf(page, start);
      from = dictionary.page;
      for (const [index, rank] of ranks.entries()) {
        if (rank === absent) continue;
        const entry = indexes.at(rank);
        note(index, dictionary.textAt(entry), dictionary.lengthAt(entry));
      }
      break;
    }
    default:
      throw unknownEncoding(encoding);
  }
  for (let index = 0; index < ranks.length; index++)
    offsets[index + 1] = (offsets[index] as number) + (offsets[index + 1] as number);
  const bytes = new Uint8Array(offsets[ranks.length] as number);
  for (let index = 0; index < ranks.length; index++) {
    const [to, end, at] = [offsets[index] as number, offsets[index + 1] as number, places[index] as number];
    bytes.set(from.bytes.subarray(at, at + end - to), to);
  }
  return { offsets, bytes };
}

/** Each text behind its length. */
function plainTexts(
  page: PageBytes,
  start: number,
  ranks: Uint32Array,
  note: (index: number, at: number, length: number) => void,
): void {
  let at = start;
  let next = 0;
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    if (rank === absent) continue;
    for (; ; next++) {
      const length = page.word(at);
      page.need(at + 4 + length);
      if (next === rank) break;
      at += 4 + length;
    }
    note(index, at + 4, page.word(at));
  }
}

/** All lengths, then the bytes of all texts. */
function textsByLengths(
  page: PageBytes,
  start: number,
  most: number,
  ranks: Uint32Array,
  note: (index: number, at: number, length: number) => void,
): void {
  const numbers = new DeltaNumbers(page, start);
  if (numbers.count > most) throw unreadable('a page has too many lengths');
  const lengths = new Uint32Array(numbers.count);
  numbers.read(lengths);
  let at = numbers.end;
  let next = 0;
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    if (rank === absent) continue;
    if (rank >= lengths.length) throw unreadable('a page has too few values');
    for (; next < rank; next++) at += lengths[next] as number;
    const length = lengths[rank] as number;
    page.need(at + length);
    note(index, at, length);
  }
}

function unknownEncoding(encoding: number): Error {
  return unreadable(`its encoding is ${encoding}`);
}
