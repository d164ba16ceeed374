import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];

/** Derives an encryption key for one purpose from a secret (HKDF). */
export function deriveKey(secret: Buffer | string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
}

/** Encrypts and authenticates; base64 of nonce, tag and ciphertext. */
export function seal(key: Buffer, content: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** Decrypts; throws when the text was encrypted with another key or was changed. */
export function unseal(key: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
