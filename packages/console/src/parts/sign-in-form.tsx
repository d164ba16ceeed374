import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api/call.ts';
import { signIn } from '../state/session.ts';
import { words } from '../text/words.ts';

/** Asks for a key. */
export function SignInForm({ title = words.signIn.title }: { title?: string }): JSX.Element {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    setBusy(true);
    setProblem('');
    try {
      await signIn(String(new FormData(form).get('key')).trim());
    } catch (error) {
      const isKey = error instanceof ApiError && error.status === 401;
      setProblem(isKey ? words.signIn.invalid : (error as Error).message);
    }
    setBusy(false);
  };
  return (
    <form class="card sign-in" onSubmit={(event) => void submit(event)}>
      <h2>{title}</h2>
      <label>
        {words.signIn.key}
        <input name="key" type="password" autocomplete="off" required aria-describedby="sign-in-about" />
      </label>
      {problem !== '' && (
        <p role="alert" class="bad">
          {problem}
        </p>
      )}
      <button type="submit" class="primary" disabled={isBusy}>
        {words.signIn.submit}
      </button>
      <p class="note" id="sign-in-about">
        {words.signIn.about}
      </p>
    </form>
  );
}
