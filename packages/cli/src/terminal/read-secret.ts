import type { Output } from './output.ts';

const enter = /[\r\n]/;
const controlC = '\u0003';
const erase = new Set(['\u007f', '\b']);

/** A line of standard input; on a terminal it is asked for and not shown. 4,096 characters at most. */
export async function readSecret(
  question: string,
  { stderr, signal }: { stderr: Output; signal: AbortSignal },
): Promise<string> {
  const input = process.stdin;
  const isTerminal = input.isTTY === true;
  if (isTerminal) await stderr.write(question);
  if (isTerminal) input.setRawMode(true);
  let text = '';
  try {
    for await (const part of input) {
      for (const character of String(part)) {
        if (enter.test(character)) return text;
        if (character === controlC && isTerminal) return '';
        if (erase.has(character)) text = text.slice(0, -1);
        else if (text.length < 4_096) text += character;
      }
      signal.throwIfAborted();
    }
    return text;
  } finally {
    if (isTerminal) {
      input.setRawMode(false);
      await stderr.line();
    }
    input.pause();
  }
}
