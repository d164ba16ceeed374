import type { JSX } from 'preact';
import type { Failure } from '../state/query-run.ts';
import { words } from '../text/words.ts';

/** What went wrong, where to read about it, and how to go on. */
export function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry?: () => void }): JSX.Element {
  const { message, code, requestId, faults, canRetry } = failure;
  const hint = faults[0]?.hint;
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{message}</strong>
        {hint && <span>. {hint}</span>}
      </p>
      <p class="note">
        {code.startsWith('http_') || code === 'unreachable' || code === 'stream_broken' ? null : (
          <a href={`/docs/errors#${code}`} target="_blank" rel="noreferrer">
            {words.shell.helpOf}: {code}
          </a>
        )}
        {requestId && (
          <span>
            {words.shell.requestId} <code>{requestId}</code>
          </span>
        )}
      </p>
      {canRetry && onRetry && (
        <button type="button" onClick={onRetry}>
          {words.shell.retry}
        </button>
      )}
    </div>
  );
}
