import { readFile } from 'node:fs/promises';
import { AppError, sqlLimits } from '@sdq/contract';

/** The SQL of `sdq query`: an argument, a file, or standard input for `-`. Errors: `usage_error`, `file_missing`. */
export async function readSqlText(argument: string | undefined, file: string | undefined): Promise<string> {
  if (argument !== undefined && file !== undefined) {
    throw new AppError('usage_error', 'give SQL either as an argument or with --file, not both');
  }
  if (file !== undefined) {
    try {
      return await readFile(file, 'utf8');
    } catch (cause) {
      throw new AppError('file_missing', `cannot read ${file}: ${(cause as Error).message}`, { cause });
    }
  }
  if (argument === '-') return await readStandardInput();
  if (argument === undefined) {
    throw new AppError('usage_error', 'no SQL was given', {
      hint: 'give it as the last argument, with --file FILE, or - to read standard input',
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
    // The engine words the refusal; more than it takes need not be read.
    if (bytes > 2 * sqlLimits.textBytesMax) break;
  }
  return Buffer.concat(parts).toString('utf8');
}
