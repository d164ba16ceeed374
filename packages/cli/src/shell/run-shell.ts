import { createInterface, type Interface } from 'node:readline';
import type { Context } from '../context.ts';
import { completionsOf } from './completions.ts';
import { historyMax, readHistory, writeHistory } from './history-file.ts';
import type { Shell } from './shell.ts';
import { commandNames } from './shell-commands.ts';

const prompt = 'sdq> ';
const promptWithin = '...> ';

/** Statements from a file or pipe: the first error ends the shell. */
export async function runScript(shell: Shell): Promise<void> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) if (!(await shell.line(line))) return;
    await shell.end();
  } finally {
    lines.close();
    await shell.close();
  }
}

/** Statements that a person types: errors are shown, Ctrl-C cancels, Ctrl-D leaves. */
export async function runTerminal(shell: Shell, greeting: string, context: Context): Promise<void> {
  const vocabulary = shell.vocabulary();
  await context.stderr.line(greeting);
  let history = await readHistory(context.environment);
  const terminal = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: true,
    history,
    historySize: historyMax,
    removeHistoryDuplicates: true,
    completer: (line: string, answer: (error: null, result: [string[], string]) => void) => {
      const typed = { line, before: shell.pending, after: terminal.line.slice(terminal.cursor) };
      void vocabulary.then((known) => answer(null, completionsOf(typed, known, commandNames)));
    },
  });
  terminal.on('history', (lines: string[]) => {
    // A statement of several lines is one line of the history.
    const isWithin = shell.pending !== '' && lines.length > 1;
    if (isWithin) lines.splice(0, 2, `${lines[1]} ${lines[0]}`);
    history = [...lines];
  });
  shell.onPager = async (work) => {
    terminal.pause();
    process.stdin.setRawMode(false);
    try {
      await work();
    } finally {
      process.stdin.setRawMode(true);
      terminal.resume();
    }
  };
  try {
    await readLines(terminal, shell, context);
  } finally {
    terminal.close();
    await writeHistory(context.environment, history);
    await shell.close();
  }
}

/** Lines one after the other: those that are typed while a query runs wait for it. */
async function readLines(terminal: Interface, shell: Shell, context: Context): Promise<void> {
  const waiting: string[] = [];
  let wake = () => {};
  let isOpen = true;
  terminal.on('line', (line) => {
    waiting.push(line);
    wake();
  });
  terminal.on('SIGINT', () => {
    waiting.length = 0;
    const isIdle = !shell.cancel();
    if (isIdle && terminal.line === '') void context.stderr.line('\n.quit or Ctrl-D leaves').catch(() => {});
    else void context.stderr.line('').catch(() => {});
    terminal.write(null, { ctrl: true, name: 'u' });
    ask(terminal, shell);
  });
  const end = () => {
    isOpen = false;
    wake();
  };
  terminal.on('close', end);
  context.signal.addEventListener('abort', end, { once: true });
  ask(terminal, shell);
  while (isOpen || waiting.length > 0) {
    const line = waiting.shift();
    if (line === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      context.signal.throwIfAborted();
      continue;
    }
    const goesOn = await shell.line(line).catch(async (error: unknown) => {
      context.signal.throwIfAborted();
      await shell.report(error);
      return true;
    });
    if (!goesOn) return;
    if (isOpen) ask(terminal, shell);
  }
  await context.stderr.line('');
}

function ask(terminal: Interface, shell: Shell): void {
  terminal.setPrompt(shell.pending === '' ? prompt : promptWithin);
  terminal.prompt(true);
}
