import type { VectorData } from '../../vectors/read-vector.ts';
import { inlineBytesMax, type StringVector, stringAt } from '../../vectors/string-vector.ts';
import type { ByteSink } from '../byte-sink.ts';
import { writeAscii } from '../digits.ts';
import { writeJsonString } from '../json-string.ts';
import { punctuationRoom, type TextForm, ValueWriter } from '../value-writer.ts';

const noWords = new Uint32Array(0);
const noBytes = new Uint8Array(0);

abstract class StringsWriter extends ValueWriter {
  protected words: Uint32Array = noWords;
  protected bytes: Uint8Array = noBytes;
  protected heaps: readonly Uint8Array[] = [];

  protected at(row: number): Uint8Array {
    return stringAt(this.words, this.bytes, this.heaps, row);
  }

  protected load(data: VectorData): void {
    if (data.kind !== 'string') throw new Error(`Expected strings, found ${data.kind}`);
    const { words, bytes, heaps } = data as StringVector;
    this.words = words;
    this.bytes = bytes;
    this.heaps = heaps;
  }
}

/** VARCHAR as a JSON string. A JSON value is text to DuckDB, and a string here. */
export class JsonStringWriter extends StringsWriter {
  write(sink: ByteSink, row: number): void {
    const length = this.words[row * 4] as number;
    if (length <= inlineBytesMax) {
      writeJsonString(sink, this.bytes, row * 16 + 4, length);
      return;
    }
    const heap = this.heaps[this.words[row * 4 + 2] as number] as Uint8Array;
    writeJsonString(sink, heap, this.words[row * 4 + 3] as number, length);
  }
}

/** VARCHAR as it is. */
export class PlainStringWriter extends StringsWriter {
  write(sink: ByteSink, row: number): void {
    sink.append(this.at(row));
    sink.reserve(punctuationRoom);
  }
}

/** BLOB in base64, BIT in zeros and ones, BIGNUM in decimal digits. */
export class BinaryTextWriter extends StringsWriter {
  readonly #textOf: (value: Uint8Array) => string;
  readonly #quoted: boolean;

  constructor(textOf: (value: Uint8Array) => string, form: TextForm) {
    super();
    this.#textOf = textOf;
    this.#quoted = form === 'json';
  }

  write(sink: ByteSink, row: number): void {
    const text = this.#textOf(this.at(row));
    sink.reserve(text.length + 2 + punctuationRoom);
    const { bytes } = sink;
    let at = sink.length;
    if (this.#quoted) bytes[at++] = 34;
    at = writeAscii(bytes, at, text);
    if (this.#quoted) bytes[at++] = 34;
    sink.length = at;
  }
}

export function base64Of(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64');
}

/** The first byte says how many bits of the second are padding. */
export function bitsOf(value: Uint8Array): string {
  let bits = '';
  for (let index = 1; index < value.length; index++)
    bits += (value[index] as number).toString(2).padStart(8, '0');
  return bits.slice(value[0]);
}

/** A header of three bytes with the sign on top, then the magnitude; all inverted when it is negative. */
export function bignumOf(value: Uint8Array): string {
  const negative = ((value[0] as number) & 0x80) === 0;
  const magnitude = Buffer.from(value.subarray(3));
  if (negative)
    for (let index = 0; index < magnitude.length; index++) magnitude[index] = ~(magnitude[index] as number);
  const digits = BigInt(`0x${magnitude.toString('hex')}`).toString();
  return negative ? `-${digits}` : digits;
}
