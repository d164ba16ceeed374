import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SigningSecrets, signingSecretsOf } from '../signing-secrets.ts';

/** The signature of a link: an HMAC of its parts, as base64url. */
export function signatureOf(secret: Buffer | SigningSecrets, parts: readonly unknown[]): string {
  return macOf(signingSecretsOf(secret).signing, parts);
}

/** Whether a text is the signature of these parts with an accepted secret, compared in constant time. */
export function isSignatureOf(
  secret: Buffer | SigningSecrets,
  parts: readonly unknown[],
  given: string,
): boolean {
  return signingSecretsOf(secret).verify((each) => {
    const [one, other] = [Buffer.from(macOf(each, parts)), Buffer.from(given)];
    return one.length === other.length && timingSafeEqual(one, other);
  });
}

function macOf(secret: Buffer, parts: readonly unknown[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}
