import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';

/** Two lengths share a byte, four bits each; one that does not fit is 15, and a varint of the rest follows. */
const lengthMax = 15;

export function writeLengths(writer: ByteWriter, shared: number, further: number): void {
  writer.byte((Math.min(shared, lengthMax) << 4) | Math.min(further, lengthMax));
  if (shared >= lengthMax) writer.varint(shared - lengthMax);
  if (further >= lengthMax) writer.varint(further - lengthMax);
}

/** The next length; `bits` are its four bits. */
export function readLength(reader: ByteReader, bits: number): number {
  return bits < lengthMax ? bits : lengthMax + reader.varint();
}

/** Writes ordinals (integers in `[0, 2^31)`), each as its difference from the one before it, the first from `base`. */
export function writeOrdinals(writer: ByteWriter, ordinals: Uint32Array, count: number, base = 0): void {
  let before = base;
  for (let at = 0; at < count; at++) {
    const ordinal = ordinals[at] as number;
    const difference = ordinal - before;
    writer.varint(difference < 0 ? -2 * difference - 1 : 2 * difference);
    before = ordinal;
  }
}

/** The next ordinal after `before`. */
export function readOrdinal(reader: ByteReader, before: number): number {
  const zigzag = reader.varint();
  return before + (zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2);
}
