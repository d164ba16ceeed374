import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 of a key, in hex: all that is stored of its secret. About 3 µs with a key object. */
export function digestOf(pepper: Buffer | KeyObject, key: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}

/** Compares two digests in a time that does not depend on where they differ. */
export function sameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}
