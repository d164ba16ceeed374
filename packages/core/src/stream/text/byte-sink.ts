/** Most bytes kept from one result's batch to the next; a larger buffer is given back. */
const keptBytesMax = 8 << 20;

/** Bytes that grow. Writers reserve room first, then write to `bytes` from `length` on and move `length`. */
export class ByteSink {
  bytes: Uint8Array;
  length = 0;
  readonly #initialBytes: number;

  constructor(initialBytes = 1 << 16) {
    this.#initialBytes = initialBytes;
    this.bytes = new Uint8Array(initialBytes);
  }

  /** Makes room for `extra` bytes past `length`. `bytes` may be another array afterwards. */
  reserve(extra: number): void {
    if (this.length + extra > this.bytes.length) this.#grow(this.length + extra);
  }

  append(source: Uint8Array): void {
    this.reserve(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  /** What was written since the last call, in memory of its own; null when nothing was. */
  take(): Uint8Array | null {
    if (this.length === 0) return null;
    const taken = Buffer.allocUnsafeSlow(this.length);
    taken.set(this.bytes.subarray(0, this.length));
    this.length = 0;
    if (this.bytes.length > keptBytesMax) this.bytes = new Uint8Array(this.#initialBytes);
    return taken;
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
