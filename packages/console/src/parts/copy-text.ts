import { words } from '../text/words.ts';
import { announce } from './announce.tsx';

/** Copies a text and says so. */
export async function copyText(text: string, said: string = words.shell.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(said);
  } catch {
    announce(words.shell.copyFailed);
  }
}
