import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { AppError, asDiskFull } from '@sdq/contract';
import { Output } from './output.ts';

/**
 * Runs `work` with an output to a file if a path is given, else with standard output. The file is replaced atomically: after a
 * failure it is unchanged. A device or pipe is written directly. Errors: `usage_error` if the file cannot be written,
 * `disk_full`.
 */
export async function withOutput(
  path: string | undefined,
  { stdout, signal }: { stdout: Output; signal: AbortSignal },
  work: (output: Output) => Promise<void>,
): Promise<void> {
  if (path === undefined) return await work(stdout);
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw notWritable(path, new Error('it is a directory'));
  const isSpecial = existing !== undefined && !existing.isFile();
  const target = isSpecial ? path : `${path}.${process.pid}.tmp`;
  const stream = createWriteStream(target);
  await once(stream, 'open').catch((cause: Error) => {
    throw notWritable(path, cause);
  });
  try {
    await work(new Output(stream, signal));
    stream.end();
    await finished(stream);
    if (!isSpecial) await rename(target, path);
  } catch (error) {
    stream.destroy();
    if (!isSpecial) await rm(target, { force: true });
    throw asDiskFull(error, { path }) ?? error;
  }
}

function notWritable(path: string, cause: Error): AppError {
  return new AppError('usage_error', `Cannot write "${path}": ${cause.message}`, { cause });
}
