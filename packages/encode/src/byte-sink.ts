/** A growing byte buffer. */
export class ByteSink {
  bytes = new Uint8Array(1 << 12);
  length = 0;

  append(source: Uint8Array): void {
    const needed = this.length + source.length;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(source, this.length);
    this.length = needed;
  }
}
