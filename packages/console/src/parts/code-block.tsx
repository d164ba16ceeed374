import type { JSX } from 'preact';
import { words } from '../text/words.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icons.tsx';

/** A text to be copied; `whole` is copied where only its beginning is shown. */
export function CodeBlock({
  text,
  label,
  whole = text,
}: {
  text: string;
  label: string;
  whole?: string;
}): JSX.Element {
  return (
    <div class="code-block">
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <button type="button" class="quiet" onClick={() => void copyText(whole)}>
        <Icon name="copy" />
        {words.shell.copy}
      </button>
    </div>
  );
}
