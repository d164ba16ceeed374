import { createWriteStream } from 'node:fs';
import { access, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { rejectsName } from './batch.ts';
import type { StagingState } from './journal.ts';

/** Concatenates the reject files of all batches and writes the result atomically. */
export async function joinRejects(folder: string, state: StagingState, path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  await pipeline(async function* () {
    for (let batch = 1; batch <= state.batches; batch++) {
      const part = join(folder, rejectsName(batch));
      if (await exists(part)) yield await readFile(part);
    }
  }, createWriteStream(temporary));
  await rename(temporary, path);
}

/** Whether the file exists. */
export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
