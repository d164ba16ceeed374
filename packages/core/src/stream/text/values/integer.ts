import type { VectorData } from '../../vectors/read-vector.ts';
import { insertPoint, writeAscii, writeInt64, writeUint32, writeUint53 } from '../digits.ts';
import { ShortTextWriter, type TextForm, typedRows } from '../value-writer.ts';

type SmallRows = Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;
type SmallRowsOf = {
  new (buffer: ArrayBufferLike, offset: number, length: number): SmallRows;
  BYTES_PER_ELEMENT: number;
};

/** Integers of up to 32 bits. */
export class SmallIntegerWriter extends ShortTextWriter {
  readonly #rowsOf: SmallRowsOf;
  #rows: SmallRows = new Int32Array(0);

  constructor(rowsOf: SmallRowsOf) {
    super(false);
    this.#rowsOf = rowsOf;
  }

  protected load(data: VectorData): void {
    this.#rows = typedRows(data, this.#rowsOf);
  }

  protected put(bytes: Uint8Array, at: number, row: number): number {
    const value = this.#rows[row] as number;
    if (value >= 0) return writeUint32(bytes, at, value);
    bytes[at] = 45;
    return writeUint32(bytes, at + 1, -value);
  }
}

/** BIGINT and UBIGINT; in JSON a string where a JSON number would lose digits in JavaScript. */
export class BigintWriter extends ShortTextWriter {
  readonly #signed: boolean;
  readonly #quoteLarge: boolean;
  #words: Uint32Array = new Uint32Array(0);

  constructor(signed: boolean, form: TextForm) {
    super(false);
    this.#signed = signed;
    this.#quoteLarge = form === 'json';
  }

  protected load(data: VectorData): void {
    this.#words = typedRows(data, Uint32Array);
  }

  protected put(bytes: Uint8Array, start: number, row: number): number {
    const low = this.#words[row * 2] as number;
    const word = this.#words[row * 2 + 1] as number;
    if (word === 0) return writeUint32(bytes, start, low);
    const high = this.#signed ? word | 0 : word;
    // Rounding the sum cannot bring a number beyond 2^53 below it, as 2^53 itself is exact.
    const value = high * 4294967296 + low;
    if (value > 0 && value <= Number.MAX_SAFE_INTEGER) return writeUint53(bytes, start, value);
    const safe = value < 0 && value >= -Number.MAX_SAFE_INTEGER;
    const quoted = this.#quoteLarge && !safe;
    let at = start;
    if (quoted) bytes[at++] = 34;
    at = writeInt64(bytes, at, high, low);
    if (quoted) bytes[at++] = 34;
    return at;
  }
}

/** HUGEINT and UHUGEINT, always as text: what a sum of BIGINTs gives may or may not fit a number. */
export class HugeintWriter extends ShortTextWriter {
  readonly #signed: boolean;
  #words: Uint32Array = new Uint32Array(0);

  constructor(signed: boolean, form: TextForm) {
    super(form === 'json');
    this.#signed = signed;
  }

  protected load(data: VectorData): void {
    this.#words = typedRows(data, Uint32Array);
  }

  protected put(bytes: Uint8Array, at: number, row: number): number {
    return writeInt128(bytes, at, this.#words, row * 4, this.#signed);
  }
}

/** DECIMAL, always as text, with all digits of its scale and one before the point. */
export class DecimalWriter extends ShortTextWriter {
  readonly #storageBytes: number;
  readonly #scale: number;
  #small: Int16Array | Int32Array = new Int32Array(0);
  #words: Uint32Array = new Uint32Array(0);

  constructor(storageBytes: number, scale: number, form: TextForm) {
    super(form === 'json');
    this.#storageBytes = storageBytes;
    this.#scale = scale;
  }

  protected load(data: VectorData): void {
    if (this.#storageBytes === 2) this.#small = typedRows(data, Int16Array);
    else if (this.#storageBytes === 4) this.#small = typedRows(data, Int32Array);
    else this.#words = typedRows(data, Uint32Array);
  }

  protected put(bytes: Uint8Array, at: number, row: number): number {
    return insertPoint(bytes, at, this.#putDigits(bytes, at, row), this.#scale);
  }

  #putDigits(bytes: Uint8Array, at: number, row: number): number {
    if (this.#storageBytes === 16) return writeInt128(bytes, at, this.#words, row * 4, true);
    if (this.#storageBytes === 8) {
      const high = (this.#words[row * 2 + 1] as number) | 0;
      return writeInt64(bytes, at, high, this.#words[row * 2] as number);
    }
    const value = this.#small[row] as number;
    if (value >= 0) return writeUint32(bytes, at, value);
    bytes[at] = 45;
    return writeUint32(bytes, at + 1, -value);
  }
}

/** 128 bits, from four words of which the least significant comes first. */
function writeInt128(
  bytes: Uint8Array,
  at: number,
  words: Uint32Array,
  index: number,
  signed: boolean,
): number {
  const low = words[index] as number;
  const high = words[index + 1] as number;
  const top = words[index + 2] as number;
  const sign = words[index + 3] as number;
  if (top === 0 && sign === 0 && high < 0x200000) return writeUint53(bytes, at, high * 4294967296 + low);
  const unsigned = (BigInt(sign) << 96n) | (BigInt(top) << 64n) | (BigInt(high) << 32n) | BigInt(low);
  return writeAscii(bytes, at, (signed ? BigInt.asIntN(128, unsigned) : unsigned).toString());
}
