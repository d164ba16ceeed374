/** A buffer of at least `bytes` bytes with the content of another; at least doubled, so that growing is rare. */
export function grown(buffer: Buffer, used: number, bytes: number): Buffer {
  if (bytes <= buffer.length) return buffer;
  const larger = Buffer.from(new ArrayBuffer(Math.max(bytes, buffer.length * 2, 1024)));
  buffer.copy(larger, 0, 0, used);
  return larger;
}
