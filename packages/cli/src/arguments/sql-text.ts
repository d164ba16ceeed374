import { readFile } from 'node:fs/promises';
import { AppError, sqlLimits } from '@sdq/contract';

/** The SQL of `sdq query`: an argument, a file, or standard input for `-`. Errors: `usage_error`, `file_missing`. */
export async function readSqlText(argument: string | undefined, file: string | undefined): Promise<string> {
  if (argument !== undefined && file !== undefined) {
    throw new AppError('usage_error', 'SQL was given both as an argument and with --file');
  }
  if (file !== undefined) {
    try {
      return await readFile(file, 'utf8');
    } catch (cause) {
      throw new AppError('file_missing', `Cannot read "${file}": ${(cause as Error).message}`, { cause });
    }
  }
  if (argument === '-') return await readStandardInput();
  if (argument === undefined) {
    throw new AppError('usage_error', 'No SQL was given', {
      hint: 'Give the SELECT as the last argument or with --file FILE, or give - to read standard input.',
    });
  }
  return argument;
}

async function readStandardInput(): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    // The engine reports that the text is too long; the rest of the input is not read.
    if (bytes > 2 * sqlLimits.textBytesMax) break;
  }
  return Buffer.concat(parts).toString('utf8');
}
