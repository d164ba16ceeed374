import { malformed } from './protocol-error.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the body of one message. Errors: ProtocolError where it ends early or is no UTF-8. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(count: number): Buffer {
    if (count < 0 || count > this.left) throw malformed('A message ends before its last field');
    const part = this.#bytes.subarray(this.#at, this.#at + count);
    this.#at += count;
    return part;
  }

  uint8(): number {
    return this.take(1).readUInt8();
  }

  int16(): number {
    return this.take(2).readInt16BE();
  }

  int32(): number {
    return this.take(4).readInt32BE();
  }

  /** Text up to a zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw malformed('A text in a message has no end');
    const text = readText(this.take(end - this.#at));
    this.#at++;
    return text;
  }

  /** A list with its length in two bytes before it. */
  list<Item>(read: () => Item): Item[] {
    const count = this.int16();
    if (count < 0) throw malformed('A list in a message has a negative length');
    return Array.from({ length: count }, read);
  }

  end(): void {
    if (this.left > 0) throw malformed('A message has bytes after its last field');
  }
}

/** Errors: ProtocolError for what is no UTF-8. */
export function readText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed('A text in a message is not UTF-8');
  }
}
