import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PurgedSpool {
  /** Lines that were deleted. */
  readonly lines: number;
  /** Files that a running service is writing. */
  readonly open: readonly string[];
}

/** Deletes the observations of a spool in which a value is one of these keys. */
export async function purgeSpool(directory: string, keys: ReadonlySet<string>): Promise<PurgedSpool> {
  let lines = 0;
  const open: string[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    if (name.endsWith('.open')) open.push(path);
    if (!/\.(ndjson|refused)$/.test(name)) continue;
    const all = (await readFile(path, 'utf8').catch(() => '')).split('\n');
    const kept = all.filter((line) => !names(line, keys));
    if (kept.length === all.length) continue;
    lines += all.length - kept.length;
    if (kept.every((line) => line === '')) {
      await rm(path, { force: true });
      continue;
    }
    await writeFile(`${path}.purging`, kept.join('\n'), { mode: 0o600 });
    await rename(`${path}.purging`, path);
  }
  return { lines, open };
}

/** Whether a value anywhere in a line of JSON is one of the keys; of a line that is cut off, whether its text has one. */
function names(line: string, keys: ReadonlySet<string>): boolean {
  if (line === '') return false;
  let isNamed = false;
  try {
    JSON.parse(line, (_, value: unknown) => {
      if ((typeof value === 'string' || typeof value === 'number') && keys.has(String(value))) isNamed = true;
      return value;
    });
    return isNamed;
  } catch {
    return [...keys].some((key) => line.includes(key));
  }
}
