/** Thrift's compact protocol, in which Parquet's metadata is written: structs built field by field, in ascending order. */

const types = { true: 1, false: 2, i8: 3, i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;

export class ThriftStruct {
  readonly #bytes: number[] = [];
  #last = 0;

  bool(id: number, value: boolean): this {
    this.#field(id, value ? types.true : types.false);
    return this;
  }

  i8(id: number, value: number): this {
    this.#field(id, types.i8);
    this.#bytes.push(value & 0xff);
    return this;
  }

  i32(id: number, value: number): this {
    this.#field(id, types.i32);
    pushVarint(this.#bytes, zigzag(value));
    return this;
  }

  /** A whole number up to 2^52 in magnitude. */
  i64(id: number, value: number): this {
    this.#field(id, types.i64);
    pushVarint(this.#bytes, zigzag(value));
    return this;
  }

  text(id: number, value: string): this {
    this.#field(id, types.binary);
    pushText(this.#bytes, value);
    return this;
  }

  struct(id: number, value: ThriftStruct): this {
    this.#field(id, types.struct);
    value.#pushTo(this.#bytes);
    return this;
  }

  structs(id: number, values: readonly ThriftStruct[]): this {
    this.#list(id, types.struct, values.length);
    for (const value of values) value.#pushTo(this.#bytes);
    return this;
  }

  texts(id: number, values: readonly string[]): this {
    this.#list(id, types.binary, values.length);
    for (const value of values) pushText(this.#bytes, value);
    return this;
  }

  i32s(id: number, values: readonly number[]): this {
    this.#list(id, types.i32, values.length);
    for (const value of values) pushVarint(this.#bytes, zigzag(value));
    return this;
  }

  toBytes(): Uint8Array {
    return Uint8Array.from([...this.#bytes, 0]);
  }

  #pushTo(bytes: number[]): void {
    for (const byte of this.#bytes) bytes.push(byte);
    bytes.push(0);
  }

  #field(id: number, type: number): void {
    const step = id - this.#last;
    if (step < 1 || step > 15) throw new Error('Fields of a Thrift struct ascend');
    this.#bytes.push((step << 4) | type);
    this.#last = id;
  }

  #list(id: number, type: number, length: number): void {
    this.#field(id, types.list);
    if (length < 15) this.#bytes.push((length << 4) | type);
    else {
      this.#bytes.push(0xf0 | type);
      pushVarint(this.#bytes, length);
    }
  }
}

function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

/** Seven bits to a byte, the lowest first. */
export function pushVarint(bytes: number[], value: number): void {
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) | 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
}

function pushText(bytes: number[], text: string): void {
  const encoded = Buffer.from(text, 'utf8');
  pushVarint(bytes, encoded.length);
  for (const byte of encoded) bytes.push(byte);
}
