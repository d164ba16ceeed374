import type { SigningSecrets } from '../signing-secrets.ts';
import { isSignatureOf, signatureOf } from './signature.ts';

const secondsValid = 3_600;

/** Signed download links of video files, valid for an hour. */
export class MediaLinks {
  readonly #secret: Buffer | SigningSecrets;
  readonly #now: () => number;

  constructor(secret: Buffer | SigningSecrets, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** The path and query of a link. */
  sign(platform: string, recordId: string): { path: string; expiresAt: Date } {
    const expires = Math.floor(this.#now() / 1_000) + secondsValid;
    const signature = signatureOf(this.#secret, partsOf(platform, recordId, expires));
    const path = `/api/media/${platform}/${encodeURIComponent(recordId)}?expires=${expires}&signature=${signature}`;
    return { path, expiresAt: new Date(expires * 1_000) };
  }

  /** Whether the signature of a link is valid and the link has not expired. */
  isValid(link: { platform: string; recordId: string; expires: number; signature: string }): boolean {
    const { platform, recordId, expires, signature } = link;
    const isOurs = isSignatureOf(this.#secret, partsOf(platform, recordId, expires), signature);
    return isOurs && expires * 1_000 > this.#now();
  }
}

function partsOf(platform: string, recordId: string, expires: number): readonly unknown[] {
  return ['media', platform, recordId, expires];
}
