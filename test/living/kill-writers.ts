import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { buildIndex } from '@sdq/core';
import { openSnapshot } from '@sdq/index';
import { addLines, contentsOf, episodes, linesOf, orphansOf } from './history.ts';
import { drawFrom } from './invented-observations.ts';

const child = fileURLToPath(new URL('writer-child.ts', import.meta.url));
/** `beside`: a compaction, and an add while it runs. */
const deeds = ['add', 'compact', 'follow', 'remove', 'add', 'beside'] as const;

export interface KilledWriters {
  kills: number;
  /** Writers that had ended before they were killed. */
  late: number;
  /** Whether the content is that of an index to which all was added at once. */
  isEqual: boolean;
  orphans: string[];
  /** What is left in `staging` and `follow`, and locks. */
  left: string[];
}

/** Kills writers of an index, with SIGKILL at random moments, and runs each again to its end. */
export async function killWriters({
  kills,
  seed,
  signal,
}: {
  kills: number;
  seed: number;
  signal?: AbortSignal | undefined;
}): Promise<KilledWriters> {
  const draw = drawFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'sdq-kills-'));
  const [living, whole] = [join(folder, 'living'), join(folder, 'whole')];
  const files: string[] = [];
  const write = async (step: number, deed: 'add' | 'remove' = 'add') => {
    const lines = linesOf('shortvideo', draw, { deed, step, steps: 9 });
    files.push(join(folder, `${step}.ndjson`));
    await writeFile(files.at(-1) as string, `${lines.join('\n')}\n`);
    return files.at(-1) as string;
  };
  try {
    await addLines(living, [await write(0)], 0);
    let late = 0;
    let longestMs = 400;
    for (let at = 0; at < kills; at++) {
      signal?.throwIfAborted();
      const deed = deeds[at % deeds.length] as (typeof deeds)[number];
      const file = deed === 'compact' ? '' : await write(at + 1, deed === 'remove' ? 'remove' : 'add');
      const words = [child, living, deed, file];
      if (await killed(words, draw(longestMs))) {
        const startedAt = performance.now();
        if (!(await ended(words))) throw new Error(`The writer failed after a kill: ${words.join(' ')}`);
        longestMs = Math.max(100, Math.min(longestMs, performance.now() - startedAt));
      } else late++;
    }
    await addLines(whole, files, 0);
    await buildIndex({ index: living, tables: [episodes] });
    const [ofLiving, ofWhole] = await contentsOf([await openSnapshot(living), await openSnapshot(whole)]);
    return {
      kills,
      late,
      isEqual: isDeepStrictEqual(ofLiving, ofWhole),
      orphans: await orphansOf(living),
      left: await leftIn(living),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function start(words: readonly string[]) {
  return spawn(process.execPath, ['--conditions=@sdq/source', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Kills a process some time after it began to write; false if it had ended. */
async function killed(words: readonly string[], afterMs: number): Promise<boolean> {
  const writer = start(words);
  const exit = once(writer, 'exit');
  await Promise.race([once(writer.stdout, 'data'), exit]);
  await Promise.race([setTimeout(afterMs), exit]);
  writer.kill('SIGKILL');
  const [, ending] = await exit;
  return ending === 'SIGKILL';
}

async function ended(words: readonly string[]): Promise<boolean> {
  const writer = start(words);
  writer.stdout.resume();
  const [code] = await once(writer, 'exit');
  return code === 0;
}

async function leftIn(index: string): Promise<string[]> {
  const left = [];
  for (const name of ['staging', 'follow'])
    for (const file of await readdir(join(index, name)).catch(() => [])) left.push(`${name}/${file}`);
  for (const lock of ['LOCK', 'MAINTENANCE'])
    await access(join(index, lock)).then(
      () => left.push(lock),
      () => undefined,
    );
  return left;
}
