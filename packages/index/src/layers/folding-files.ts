import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layout } from '../files/layout.ts';
import { isMaintained } from '../publish/write-lock.ts';

/**
 * Notes the delta files that are folded while others add records: these leave them as they are, so that it is known afterwards what
 * was added meanwhile. Call while holding both locks; the note is void when the maintenance lock is released.
 */
export async function noteFolding(root: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) {
    await rm(notePath(root), { force: true });
    return;
  }
  await mkdir(layout.staging(root), { recursive: true });
  await writeFile(notePath(root), JSON.stringify(paths));
}

/** Paths of the delta files that are being folded. */
export async function foldingFiles(root: string): Promise<ReadonlySet<string>> {
  const text = await readFile(notePath(root), 'utf8').catch(() => undefined);
  if (text === undefined || !(await isMaintained(root))) return new Set();
  try {
    return new Set(JSON.parse(text) as string[]);
  } catch {
    return new Set(); // cut off when its process was killed
  }
}

function notePath(root: string): string {
  return join(layout.staging(root), 'folding.json');
}
