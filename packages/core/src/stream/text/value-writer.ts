import type { VectorData } from '../vectors/read-vector.ts';
import type { Validity } from '../vectors/validity.ts';
import type { ByteSink } from './byte-sink.ts';

/**
 * What the text is for. `json`: a JSON value, in quotes unless it is a number, a boolean or nested. `field`: a field of
 * CSV before quoting. `name`: text that stands for the value elsewhere, such as a key of an object.
 * They differ in quotes, and in NaN and the infinities: `null`, nothing, `NaN`.
 */
export type TextForm = 'json' | 'field' | 'name';

/**
 * Room in bytes that the caller of `write` has reserved. A writer whose texts may be longer reserves for itself, and
 * every writer leaves `punctuationRoom` bytes.
 */
export const valueRoom = 128;
export const punctuationRoom = 8;

/** Writes the values of one vector as text. One writer serves one column of one result, chunk after chunk. */
export abstract class ValueWriter {
  validity: Validity = null;

  /** Points the writer at the rows of a vector of its type. */
  bind(data: VectorData): void {
    this.validity = data.validity;
    this.load(data);
  }

  protected abstract load(data: VectorData): void;

  /** Writes one row, which is not NULL. */
  abstract write(sink: ByteSink, row: number): void;
}

const quoteMark = 34;

/** A writer whose texts fit into {@link valueRoom} and need no escapes. */
export abstract class ShortTextWriter extends ValueWriter {
  readonly #quoted: boolean;

  constructor(quoted: boolean) {
    super();
    this.#quoted = quoted;
  }

  write(sink: ByteSink, row: number): void {
    const { bytes } = sink;
    let at = sink.length;
    if (this.#quoted) bytes[at++] = quoteMark;
    at = this.put(bytes, at, row);
    if (this.#quoted) bytes[at++] = quoteMark;
    sink.length = at;
  }

  /** Writes the text from `at` on and gives the place after it. */
  protected abstract put(bytes: Uint8Array, at: number, row: number): number;
}

/** The loaded rows as numbers of the given array type. */
export function typedRows<Rows>(
  data: VectorData,
  rowsOf: { new (buffer: ArrayBufferLike, offset: number, length: number): Rows; BYTES_PER_ELEMENT: number },
): Rows {
  if (data.kind !== 'fixed') throw new Error(`Expected values of one width, found ${data.kind}`);
  const { bytes } = data;
  return new rowsOf(bytes.buffer, bytes.byteOffset, bytes.length / rowsOf.BYTES_PER_ELEMENT);
}
