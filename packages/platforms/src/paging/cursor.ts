import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Place, SourcePosition } from '@sdq/catalog/define';
import { AppError } from '@sdq/contract';
import { type SigningSecrets, signingSecretsOf } from '../signing-secrets.ts';

/** The request that a cursor is bound to. */
export interface CursorScope {
  endpoint: string;
  keyId: string;
  /** The parameters of the request except count, cursor and add-ons, which may change from page to page. */
  parameters: Readonly<Record<string, unknown>>;
}

const version = 1;
const macBytes = 16;
const daysValid = 7;
const lengthMax = 8_000;

/** Encodes and decodes cursors: opaque, signed, and bound to a key, an endpoint and its parameters. */
export class Cursors {
  readonly #secrets: SigningSecrets;
  readonly #now: () => number;

  constructor(secret: Buffer | SigningSecrets, now: () => number = Date.now) {
    this.#secrets = signingSecretsOf(secret);
    this.#now = now;
  }

  write(position: SourcePosition, scope: CursorScope): string {
    const expires = Math.floor(this.#now() / 86_400_000) + daysValid + 1;
    const { source, place, skip } = position;
    const body = Buffer.from(JSON.stringify([version, source, place ?? null, skip, expires]));
    return Buffer.concat([macOf(this.#secrets.signing, body, scope), body]).toString('base64url');
  }

  /** The source that a cursor names, which nothing vouches for: only for finding out who can read it. */
  static sourceOf(text: string): string | undefined {
    try {
      const bytes = Buffer.from(text.slice(0, lengthMax), 'base64url');
      const [, source] = JSON.parse(bytes.toString('utf8', macBytes)) as unknown[];
      return typeof source === 'string' ? source : undefined;
    } catch {
      return undefined;
    }
  }

  /** Errors: `invalid_cursor`. */
  read(text: string, scope: CursorScope): SourcePosition {
    const bytes = Buffer.from(text.slice(0, lengthMax), 'base64url');
    // unused bits of base64 are not signed, so only the canonical encoding is accepted
    const isValid =
      bytes.length > macBytes &&
      bytes.toString('base64url') === text &&
      this.#secrets.verify((secret) =>
        timingSafeEqual(bytes.subarray(0, macBytes), macOf(secret, bytes.subarray(macBytes), scope)),
      );
    if (!isValid) throw invalidCursor('The cursor was not issued for this list');
    const [written, source, place, skip, expires] = JSON.parse(bytes.toString('utf8', macBytes)) as [
      number,
      string,
      Place,
      number,
      number,
    ];
    if (written !== version) throw invalidCursor('The cursor was issued by another version of the service');
    if (expires * 86_400_000 < this.#now()) throw invalidCursor('The cursor has expired');
    return { source, place: place ?? undefined, skip };
  }
}

function macOf(secret: Buffer, body: Buffer, { endpoint, keyId, parameters }: CursorScope): Buffer {
  const canonical = JSON.stringify(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const scope = createHash('sha256')
    .update(JSON.stringify([endpoint, keyId, canonical]))
    .digest();
  return createHmac('sha256', secret)
    .update('cursor')
    .update(scope)
    .update(body)
    .digest()
    .subarray(0, macBytes);
}

function invalidCursor(message: string): AppError {
  return new AppError('invalid_cursor', message, { param: 'cursor', hint: 'Start again without a cursor' });
}
