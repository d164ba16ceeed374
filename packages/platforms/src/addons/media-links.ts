import { createHmac, timingSafeEqual } from 'node:crypto';

const secondsValid = 3_600;

/** Signed download links of video files, valid for an hour. */
export class MediaLinks {
  readonly #secret: Buffer;
  readonly #now: () => number;

  constructor(secret: Buffer, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** The path and query of a link. */
  sign(platform: string, recordId: string): { path: string; expiresAt: Date } {
    const expires = Math.floor(this.#now() / 1_000) + secondsValid;
    const signature = this.#signature(platform, recordId, expires).toString('base64url');
    const path = `/api/media/${platform}/${encodeURIComponent(recordId)}?expires=${expires}&signature=${signature}`;
    return { path, expiresAt: new Date(expires * 1_000) };
  }

  /** Whether the signature of a link is valid and the link has not expired. */
  isValid(link: { platform: string; recordId: string; expires: number; signature: string }): boolean {
    const expected = this.#signature(link.platform, link.recordId, link.expires);
    const given = Buffer.from(link.signature, 'base64url');
    const isOurs = given.toString('base64url') === link.signature && given.length === expected.length;
    return isOurs && timingSafeEqual(given, expected) && link.expires * 1_000 > this.#now();
  }

  #signature(platform: string, recordId: string, expires: number): Buffer {
    const parts = JSON.stringify(['media', platform, recordId, expires]);
    return createHmac('sha256', this.#secret).update(parts).digest();
  }
}
