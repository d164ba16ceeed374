import type { ByteReader } from '../bytes/byte-reader.ts';
import { readLength, readOrdinal } from './key-numbers.ts';

/** Where the ordinals of a key are, or, of a unique one, its ordinal. */
export interface FoundEntry {
  /** The ordinal of a unique key. */
  readonly ordinal: number;
  /** Otherwise the number of its ordinals, and where the bytes for them are: `[start, end)` of the block. */
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Searches the entries of a block, from the reader's place to its end, for a key. Keys are compared without being put
 * together: a key that has more bytes in common with the one before it than that one has with the key searched for
 * compares like that one. Errors: `index_corrupt`, `RangeError` where entries contradict each other.
 */
export function findEntry(reader: ByteReader, key: Uint8Array, isUnique: boolean): FoundEntry | undefined {
  const { bytes } = reader;
  /** Bytes of the key searched for that the entry before has too. */
  let matched = 0;
  let lengthBefore = 0;
  let ordinal = 0;
  while (reader.at < reader.end) {
    const lengths = reader.byte();
    const shared = readLength(reader, lengths >> 4);
    const further = readLength(reader, lengths & 15);
    let at = reader.skip(further);
    const suffixEnd = reader.at;
    if (shared > lengthBefore) throw new RangeError('an entry continues more bytes than there are');
    lengthBefore = shared + further;
    if (shared < matched) return undefined;
    let isFound = false;
    if (shared === matched) {
      while (at < suffixEnd && matched < key.length && bytes[at] === key[matched]) {
        at++;
        matched++;
      }
      isFound = at === suffixEnd && matched === key.length;
      const isAbove =
        at < suffixEnd && (matched === key.length || (bytes[at] as number) > (key[matched] as number));
      if (isAbove) return undefined;
    }
    if (isUnique) {
      ordinal = readOrdinal(reader, ordinal);
      if (isFound) return { ordinal, count: 1, start: 0, end: 0 };
      continue;
    }
    const count = reader.varint();
    const start = reader.skip(reader.varint());
    if (isFound) return { ordinal: -1, count, start, end: reader.at };
  }
  return undefined;
}
