import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { AppError, type ResultFormat } from '@sdq/contract';
import type { QueryResult } from '@sdq/core';

/** A result as a file in a format. */
export interface EncodedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a result into a new file. Errors: `result_too_large` above `bytesMax`; on failure there is no file. */
export async function writeEncoded(
  result: QueryResult,
  path: string,
  { format, csvSafe, bytesMax }: { format: ResultFormat; csvSafe: boolean; bytesMax: number },
): Promise<EncodedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await using file = await open(path, 'wx', 0o600);
    for await (const part of result.bytes(format, { csvSafe })) {
      bytes += part.byteLength;
      if (bytes > bytesMax) {
        const message = `The result as ${format} exceeds ${Math.round(bytesMax / 1_048_576)} MiB`;
        throw new AppError('result_too_large', message, {
          hint: 'Choose parquet, which is smaller, or read the statement as a stream',
        });
      }
      hash.update(part);
      await file.writeFile(part);
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}
