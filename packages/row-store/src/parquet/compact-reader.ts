import { unreadable } from './unreadable.ts';

/** Types of fields in Thrift's compact protocol. */
export const thriftTypes = { true: 1, false: 2, list: 9, struct: 12 } as const;

const binary = 8;
const double = 7;
const byte = 3;
const set = 10;
const map = 11;

/** Reads what Thrift's compact protocol wrote: footers and page headers of Parquet. Throws where the bytes end too early. */
export class CompactReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw unreadable('its metadata end too early');
    return this.bytes[this.at++] as number;
  }

  /** Up to 2^53. */
  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const next = this.byte();
      value += (next & 127) * factor;
      if (next < 128) return value;
      if (factor > 2 ** 49) throw unreadable('its metadata have a number that is too large');
    }
  }

  /** A signed number of up to 2^53. */
  integer(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.varint();
    const start = this.at;
    this.#forward(length);
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, length).toString('utf8');
  }

  /** Reads a struct: `read` is called for each field, and says whether it has read its value; otherwise it is skipped. */
  struct(read: (field: number, type: number) => boolean): void {
    let field = 0;
    for (;;) {
      const head = this.byte();
      const type = head & 15;
      if (type === 0) return;
      field = head >> 4 === 0 ? this.integer() : field + (head >> 4);
      if (!read(field, type)) this.skip(type);
    }
  }

  /** Reads a list: `read` is called for each of its elements. */
  list(read: (index: number) => void): void {
    const { length } = this.#listHead();
    for (let index = 0; index < length; index++) read(index);
  }

  skip(type: number): void {
    switch (type) {
      case thriftTypes.true:
      case thriftTypes.false:
        return;
      case byte:
        this.#forward(1);
        return;
      case double:
        this.#forward(8);
        return;
      case binary:
        this.#forward(this.varint());
        return;
      case thriftTypes.list:
      case set: {
        const { length, element } = this.#listHead();
        for (let index = 0; index < length; index++) this.#skipElement(element);
        return;
      }
      case map: {
        const length = this.varint();
        const types = length === 0 ? 0 : this.byte();
        for (let index = 0; index < length; index++) {
          this.#skipElement(types >> 4);
          this.#skipElement(types & 15);
        }
        return;
      }
      case thriftTypes.struct:
        this.struct(() => false);
        return;
      default:
        this.#skipNumber();
    }
  }

  #skipElement(type: number): void {
    // a boolean that is no field has a byte of its own
    if (type === thriftTypes.true || type === thriftTypes.false) this.#forward(1);
    else this.skip(type);
  }

  /** Whatever its size: statistics and checksums may have 64 bits. */
  #skipNumber(): void {
    while (this.byte() >= 128);
  }

  #listHead(): { readonly length: number; readonly element: number } {
    const head = this.byte();
    const element = head & 15;
    return { length: head >> 4 === 15 ? this.varint() : head >> 4, element };
  }

  #forward(count: number): void {
    if (count > this.bytes.length - this.at) throw unreadable('its metadata end too early');
    this.at += count;
  }
}
