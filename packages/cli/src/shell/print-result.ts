import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { AppError } from '@sdq/contract';
import type { Context } from '../context.ts';
import { printResultTable } from '../query/print-result-table.ts';
import type { PrintedResult } from '../query/printed-result.ts';
import { cellText } from '../terminal/cell.ts';
import { Output } from '../terminal/output.ts';
import { isBinary, type ShellSettings } from './settings.ts';

/** Files that results were written to: a later result is added to text, and refused for a binary format. */
export type OpenFiles = Map<string, WriteStream>;

/** Where a result goes: a file of `.output`, or the screen. Errors: `usage_error`. */
export async function outputOf(
  settings: ShellSettings,
  files: OpenFiles,
  context: Context,
): Promise<{ output: Output; isFile: boolean }> {
  if (settings.output === undefined) {
    if (isBinary(settings.mode) && context.stdout.isTerminal)
      throw new AppError('usage_error', `The mode "${settings.mode}" is binary and cannot be shown`, {
        hint: `.output result.${settings.mode === 'arrow' ? 'arrows' : 'parquet'} writes the next result to a file.`,
      });
    return { output: context.stdout, isFile: false };
  }
  const path = settings.output;
  const open = files.get(path);
  if (open !== undefined && isBinary(settings.mode))
    throw new AppError(
      'usage_error',
      `"${path}" has a result already, and the mode "${settings.mode}" takes one`,
    );
  const stream = open ?? createWriteStream(path);
  if (open === undefined) {
    await once(stream, 'open').catch((cause: Error) => {
      throw new AppError('usage_error', `Cannot write "${path}": ${cause.message}`, { cause });
    });
    files.set(path, stream);
  }
  return { output: new Output(stream), isFile: true };
}

/** Writes a result in the mode of the shell. */
export async function printResult(
  result: PrintedResult,
  settings: ShellSettings,
  output: Output,
  context: Context,
): Promise<void> {
  const { mode } = settings;
  if (mode === 'table')
    return await printResultTable(result, { stdout: output, stderr: context.stderr }, true);
  if (mode === 'line') return await printLines(result, output);
  for await (const part of result.bytes(mode)) await output.write(part);
}

async function printLines(result: PrintedResult, output: Output): Promise<void> {
  const names = result.columns.map(({ name }) => name);
  const width = Math.max(0, ...names.map((name) => name.length));
  let number = 0;
  for await (const row of result.rows()) {
    const lines = names.map((name) => `${name.padStart(width)} = ${cellText(row[name])}`);
    await output.line(`${number++ === 0 ? '' : '\n'}${lines.join('\n')}`);
  }
}

/** An output that is kept, for a pager. */
export function keptOutput(columns: number | undefined): { output: Output; text(): string } {
  const parts: string[] = [];
  const stream = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  stream.on('data', (part: Buffer) => parts.push(part.toString()));
  return { output: new Output(stream as unknown as WriteStream), text: () => parts.join('') };
}
