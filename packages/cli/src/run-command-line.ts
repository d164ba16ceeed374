import { AppError, asDiskFull } from '@sdq/contract';
import { type Command, CommanderError } from 'commander';
import type { Context } from './context.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { buildProgram } from './program.ts';
import { reportFailure } from './report-failure.ts';
import { listenForInterruption } from './terminal/interruption.ts';
import { BrokenPipe, Output } from './terminal/output.ts';

/** Runs a command line (without the program name). Resolves with the exit code and never rejects. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  const interruption = listenForInterruption();
  const context: Context = {
    environment: process.env,
    signal: interruption.signal,
    stdout: new Output(process.stdout, interruption.signal),
    stderr: new Output(process.stderr),
  };
  try {
    const program = buildProgram(context);
    await program.parseAsync(askable(program, words), { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    return await fail(error, words, context).catch(() => exitCodes.failed);
  } finally {
    interruption.stop();
  }
}

async function fail(error: unknown, words: readonly string[], context: Context): Promise<ExitCode> {
  if (error instanceof BrokenPipe) return exitCodes.ok;
  if (context.signal.aborted) {
    await context.stderr.line('sdq: interrupted');
    return exitCodes.interrupted;
  }
  const told = error instanceof CommanderError ? usageError(error, words) : error;
  const known = asDiskFull(told, { path: undefined }) ?? told;
  if (known === undefined) return exitCodes.ok;
  await reportFailure(known, context.stderr, context.environment.SDQ_DEBUG === '1');
  return known instanceof AppError && known.code === 'usage_error' ? exitCodes.usage : exitCodes.failed;
}

/** The words without the help flag if they name no command: commander would show the help of the parent command. */
function askable(program: Command, words: readonly string[]): string[] {
  let command: Command | undefined = program;
  for (const word of words) {
    if (word.startsWith('-') || command.commands.length === 0) break;
    command = command.commands.find((each) => each.name() === word);
    if (command === undefined) return words.filter((each) => each !== '--help' && each !== '-h');
  }
  return [...words];
}

/** A CommanderError as an AppError; undefined if commander ended the command after `--help` or `--version`. */
function usageError(error: CommanderError, words: readonly string[]): AppError | undefined {
  if (error.exitCode === 0) return undefined;
  const path = commandWords(words);
  if (error.code === 'commander.unknownCommand') path.pop();
  const help = `See sdq ${[...path, '--help'].join(' ')}`;
  if (error.code === 'commander.help') {
    return new AppError('usage_error', 'A command is required', { hint: help });
  }
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = rest
    .join(' ')
    .replace(/^\(|\)$/g, '')
    .trim();
  return new AppError('usage_error', capitalised(first), {
    hint: suggestion === '' ? help : `${suggestion} ${help}`,
  });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The words that name a command: at most two, before the first flag or argument. */
function commandWords(words: readonly string[]): string[] {
  const groups = ['index', 'account', 'key', 'admin-key', 'backup'];
  const [first, second] = words;
  if (first === undefined || !/^[a-z-]+$/.test(first)) return [];
  return groups.includes(first) && second !== undefined && /^[a-z-]+$/.test(second)
    ? [first, second]
    : [first];
}
