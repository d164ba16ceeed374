import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEngine } from '@sdq/core';
import { WriteThrough } from '@sdq/platforms';

export interface KillKeeperResult {
  kills: number;
  /** Observations that were synced before a kill. */
  safe: number;
  /** Of those, the ones that are not in the index at the end. */
  lost: number;
  /** Accounts that are there more than once. */
  double: number;
  /** Files that are still in the spool when all is merged. */
  left: number;
}

/**
 * A process that keeps observations and merges them is killed again and again, in the middle of writing and of
 * merging, and its last line is cut. What it had synced must be in the index at the end, once.
 */
export async function killKeeper({
  kills,
  signal,
}: {
  kills: number;
  signal?: AbortSignal;
}): Promise<KillKeeperResult> {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-keeper-'));
  try {
    const [index, spool] = [join(folder, 'index'), join(folder, 'spool')];
    let safe = 0;
    for (let kill = 0; kill < kills; kill++) {
      signal?.throwIfAborted();
      safe = await keepUntilKilled(index, spool, { first: safe, lines: 11 + ((kill * 7) % 17) });
      const open = (await readdir(spool)).find((name) => name.endsWith('.open'));
      if (open !== undefined) await appendFile(join(spool, open), '{"observation":"micro.prof');
    }
    await using writeThrough = await WriteThrough.open({ index, directory: spool, everyMs: 0 });
    // a merge that outlives its parent for a moment holds the index still
    for (let time = 0; time < 20 && writeThrough.figures.bytes > 0; time++) await writeThrough.flush();
    await using engine = await openEngine({ index, isolation: 'in-process', firstReader: false, threads: 1 });
    const sql = 'SELECT username FROM profiles';
    const rows = await (await engine.query(sql, { platform: 'micro', limit: 1_000_000 })).toArray();
    const found = new Set(rows.map(({ username }) => String(username)));
    const lost = Array.from({ length: safe }, (_, at) => `user${at}`).filter(
      (name) => !found.has(name),
    ).length;
    return { kills, safe, lost, double: rows.length - found.size, left: (await readdir(spool)).length };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the process and kills it after so many lines; how many observations it said were safe. */
async function keepUntilKilled(
  index: string,
  spool: string,
  { first, lines }: { first: number; lines: number },
): Promise<number> {
  const program = fileURLToPath(new URL('./keep-child.ts', import.meta.url));
  const child = fork(program, [index, spool, String(first)], {
    execArgv: ['--conditions=@sdq/source'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let text = '';
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString();
    if (text.split('\n').length > lines) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  // the last line may have been cut
  return Number(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1) || first);
}
