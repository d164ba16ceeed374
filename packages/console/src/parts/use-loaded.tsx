import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../state/query-run.ts';
import { words } from '../text/words.ts';
import { FailureNotice } from './failure-notice.tsx';

export interface Loaded<T> {
  value: T | undefined;
  /** In place of the value: that it loads, or why it is not there. */
  notice: JSX.Element | undefined;
  reload(): void;
}

/** What a page needs of the service, loaded when it opens. */
export function useLoaded<T>(load: () => Promise<T>, parts: readonly unknown[] = []): Loaded<T> {
  const [value, setValue] = useState<T | undefined>();
  const [failure, setFailure] = useState<Failure | undefined>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    setFailure(undefined);
    load().then(
      (found) => !isLeft && setValue(() => found),
      (error: unknown) => !isLeft && setFailure(failureOf(error)),
    );
    return () => {
      isLeft = true;
    };
  }, [round, ...parts]);
  const reload = () => setRound((before) => before + 1);
  const notice =
    failure !== undefined ? (
      <FailureNotice failure={{ ...failure, canRetry: true }} onRetry={reload} />
    ) : value === undefined ? (
      <p class="empty" role="status">
        {words.shell.loading}
      </p>
    ) : undefined;
  return { value, notice, reload };
}
