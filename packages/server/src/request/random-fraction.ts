import { randomFillSync } from 'node:crypto';

/** Bytes that are drawn at once: those of 256 ids. A draw costs about as much for one byte as for all of them. */
const bytes = new Uint8Array(4_096);
let used = bytes.length;

/** A random number from 0 to below 1, of 8 bits, from the system's secure generator. Each bit is returned once. */
export function randomFraction(): number {
  if (used === bytes.length) {
    randomFillSync(bytes);
    used = 0;
  }
  return (bytes[used++] as number) / 256;
}
