import { signal } from '@preact/signals';
import { currentUser } from '../api/account.ts';
import { call, keys, onExpired } from '../api/call.ts';
import { endSession, openSession, type Session } from '../api/session.ts';
import type { User } from '../api/types.ts';
import { words } from '../text/words.ts';
import { setting } from './store.ts';

/** Whether this browser is signed in; `unknown` until the service has said so. */
export const session = signal<'unknown' | 'none' | 'open'>('unknown');

/** The account; undefined for a data key alone, which shows no account. */
export const user = signal<User | undefined>(undefined);

/** Whether an operator signed in with an admin key. */
export const isOperator = signal(false);

/** Whether a session ended while the console was open. */
export const isExpired = signal(false);

/** What a sign-in by the address that `npm start` printed has to say: that it worked, or why not. */
export const greeting = signal<{ text: string; isGood: boolean } | undefined>(undefined);

/** Signs in with the token of the address, or continues the session of the cookie. */
export async function startSession(): Promise<void> {
  onExpired.tell = () => {
    if (session.peek() === 'open') isExpired.value = true;
    close();
  };
  // an address that is opened where the console is open already changes the fragment alone
  addEventListener('hashchange', () => {
    const later = takeToken();
    if (later !== undefined) void signInByToken(later);
  });
  const token = takeToken();
  if (token !== undefined && (await signInByToken(token))) return;
  const access = setting('session');
  // a browser logs a refused request as an error: a visitor without a session asks nothing
  if (access !== 'account' && access !== 'data') {
    session.value = 'none';
    return;
  }
  if (access === 'account') await refreshUser();
  if (session.peek() === 'unknown')
    session.value = access === 'account' && user.peek() === undefined ? 'none' : 'open';
}

/**
 * Signs in with a key: an account's, a data key, or an operator's.
 * @throws ApiError when the service knows no such key, or gives this browser no session.
 */
export async function signIn(key: string): Promise<void> {
  if (key.startsWith('sdq_admin_')) {
    keys.admin = key;
    await call('/api/admin/status', 'admin');
    isOperator.value = true;
    return;
  }
  await opened(await openSession({ key }));
}

export async function signOut(): Promise<void> {
  delete keys.admin;
  isOperator.value = false;
  if (session.peek() === 'open') await endSession().catch(() => {});
  close();
}

/** Reads balance and name again, as after a paid query. */
export async function refreshUser(): Promise<void> {
  if (setting('session') !== 'account') return;
  try {
    user.value = await currentUser();
  } catch {
    // the bar keeps what it showed
  }
}

async function opened({ access }: Session): Promise<void> {
  setting('session', access);
  user.value = access === 'account' ? await currentUser() : undefined;
  isExpired.value = false;
  session.value = 'open';
}

function close(): void {
  setting('session', '');
  user.value = undefined;
  session.value = 'none';
}

async function signInByToken(token: string): Promise<boolean> {
  try {
    const found = await openSession({ token });
    await opened(found);
    greeting.value = {
      text: words.signIn.greeting(user.peek()?.name ?? '', found.spend_limit),
      isGood: true,
    };
    return true;
  } catch (error) {
    greeting.value = { text: (error as Error).message, isGood: false };
    return false;
  }
}

/** The token of the address, which is removed from it: it works once. */
function takeToken(): string | undefined {
  const facts = new URLSearchParams(location.hash.slice(1));
  const token = facts.get('token');
  if (token === null) return undefined;
  facts.delete('token');
  const rest = facts.toString();
  history.replaceState(null, '', `${location.pathname}${rest === '' ? '' : `#${rest}`}`);
  return token;
}
