import type { Principal } from '../keys/key.ts';

/** How long a session lasts, and a one-time token to sign in with, in milliseconds. */
export const sessionMs = 12 * 3_600_000;
export const signInTokenMs = 3_600_000;

/** Sessions of an account; a further one ends the oldest. */
export const sessionsPerAccountMax = 20;

/** What the console key of an account may spend in a month unless the sign-in says otherwise: $10. */
export const consoleSpendUnits = 100_000;

/** The session of a browser, signed in with an account key, a one-time token or a data key. */
export interface Session {
  readonly sessionId: string;
  readonly accountId: string;
  /** The caller on account endpoints; null for a session of a data key. */
  readonly account: Principal | null;
  /** The caller on data endpoints: the console key of the account, or the data key that signed in. */
  readonly data: Principal;
  /** Name and monthly spend limit (units of $0.0001) of the key on data endpoints. */
  readonly keyName: string;
  readonly spendLimitUnits: number | null;
  readonly expiresAt: Date;
}

/** What signs in: an API key, or a token that is valid once. */
export type SignIn = { readonly key: string } | { readonly token: string };

export type SessionRefusal = 'unknown' | 'revoked' | 'expired' | 'suspended' | 'closed';

/** A new session; its secret is the value of the cookie, which is not stored. */
export type OpenedSession =
  | { ok: true; session: Session; secret: string }
  | { ok: false; reason: SessionRefusal };

/** `unknown`: there is no such session, it has expired, or its keys were revoked. */
export type FoundSession =
  | { ok: true; session: Session }
  | { ok: false; reason: 'unknown' | 'suspended' | 'closed' };
