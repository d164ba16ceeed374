import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { signInTokenMs } from './session.ts';

/** A text of 256 random bits, safe in a cookie and an address. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be a secret of `makeSecret`. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is stored of a secret. It has too many bits to be guessed, so that no pepper is needed, whose rotation would end sessions. */
export function secretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A token that signs in to an account once, within an hour. Its text is not stored. */
export async function makeSignInToken({ db }: Store, accountId: string, now: number): Promise<string> {
  const token = makeSecret();
  await db
    .insertInto('sign_in_tokens')
    .values({
      digest: secretDigest(token),
      account_id: accountId,
      created_at: now,
      expires_at: now + signInTokenMs,
    })
    .execute();
  return token;
}

/** Takes a token, so that nobody can use it again; returns its account. Undefined when it is unknown, used or expired. */
export async function takeSignInToken(
  transaction: Transaction<StoreSchema>,
  token: string,
  now: number,
): Promise<string | undefined> {
  const digest = secretDigest(token);
  // one statement: of two concurrent sign-ins, one finds nothing to delete
  const taken = await transaction
    .deleteFrom('sign_in_tokens')
    .where('digest', '=', digest)
    .returning(['account_id', 'expires_at'])
    .executeTakeFirst();
  return taken !== undefined && Number(taken.expires_at) > now ? taken.account_id : undefined;
}
