/** Marks the two kinds of values of a `decimal` column. */
const numberMark = 1;
const textMark = 2;

/**
 * The bytes of a key, column after column, in a buffer that is reused. The order of keys is that of their bytes:
 * column by column, numbers before texts, numbers by value, texts by their UTF-8.
 */
export class KeyBytes {
  bytes = new Uint8Array(256);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  /** A number in two's complement, given by its low and its high 32 bits; big endian, the sign bit inverted. */
  signed(low: number, high: number): void {
    this.unsigned(low, high ^ 0x80000000);
  }

  unsigned(low: number, high: number): void {
    this.#reserve(8);
    const { bytes, length } = this;
    bytes[length] = high >>> 24;
    bytes[length + 1] = high >>> 16;
    bytes[length + 2] = high >>> 8;
    bytes[length + 3] = high;
    bytes[length + 4] = low >>> 24;
    bytes[length + 5] = low >>> 16;
    bytes[length + 6] = low >>> 8;
    bytes[length + 7] = low;
    this.length = length + 8;
  }

  /** The number that a value of a `decimal` column is the spelling of. */
  decimal(low: number, high: number): void {
    this.#mark(numberMark);
    this.signed(low, high);
  }

  /** Any other value of a `decimal` column. */
  otherText(source: Uint8Array, start: number, length: number, isLast: boolean): void {
    this.#mark(textMark);
    this.text(source, start, length, isLast);
  }

  /** UTF-8 bytes. Before another column they end with two zeros, and a zero within is followed by 255. */
  text(source: Uint8Array, start: number, length: number, isLast: boolean): void {
    this.#reserve(length * 2 + 2);
    const { bytes } = this;
    let at = this.length;
    for (let from = start; from < start + length; from++) {
      const byte = source[from] as number;
      bytes[at++] = byte;
      if (byte === 0 && !isLast) bytes[at++] = 255;
    }
    if (!isLast) {
      bytes[at++] = 0;
      bytes[at++] = 0;
    }
    this.length = at;
  }

  copy(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  #mark(mark: number): void {
    this.#reserve(1);
    this.bytes[this.length++] = mark;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

/** Compares two ranges of bytes as `Buffer.compare` does; most keys differ in their first bytes. */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const length = Math.min(aEnd - aStart, bEnd - bStart);
  for (let at = 0; at < length; at++) {
    const difference = (a[aStart + at] as number) - (b[bStart + at] as number);
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}
