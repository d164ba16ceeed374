import type { ComponentChildren, JSX } from 'preact';
import { session, user } from '../state/session.ts';
import { words } from '../text/words.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Pages of an account ask for its key where there is none. */
export function NeedsAccount({ children }: { children: ComponentChildren }): JSX.Element {
  if (session.value === 'open' && user.value !== undefined) return <>{children}</>;
  return <SignInForm title={session.value === 'open' ? words.signIn.needsAccount : words.signIn.title} />;
}
