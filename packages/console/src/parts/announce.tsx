import { signal } from '@preact/signals';
import type { JSX } from 'preact';

const message = signal('');
let clearing = 0;

/** Says something short to everyone: on the screen for some seconds, and to a screen reader. */
export function announce(text: string): void {
  message.value = text;
  clearTimeout(clearing);
  clearing = window.setTimeout(() => {
    message.value = '';
  }, 4_000);
}

export function Announcer(): JSX.Element {
  return (
    <div class={message.value === '' ? 'toast' : 'toast shown'} role="status" aria-live="polite">
      {message.value}
    </div>
  );
}
