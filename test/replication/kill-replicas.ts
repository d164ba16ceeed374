import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { currentSnapshotId } from '@sdq/index';
import { mirrorSnapshot, publishSnapshot } from '@sdq/replication';
import { orphansOf } from '../living/history.ts';
import { drawFrom } from '../living/invented-observations.ts';
import { addVideos, contentOf, makePlace, serveStore } from './place.ts';

/** The process that is killed. */
export const child = fileURLToPath(new URL('replica-child.ts', import.meta.url));

export interface KilledReplicas {
  kills: number;
  /** Processes that had ended before they were killed. */
  late: number;
  /** Times that a mirror had another content than the snapshot that it named. */
  mixed: number;
  /** Whether the mirror has in the end what the index has. */
  isEqual: boolean;
  /** Objects and files that no snapshot names, in the end. */
  orphans: string[];
}

/** Kills publishers and mirrors with SIGKILL at random moments; after each kill the mirror is compared. */
export async function killReplicas({
  kills,
  seed,
  signal,
}: {
  kills: number;
  seed: number;
  signal?: AbortSignal | undefined;
}): Promise<KilledReplicas> {
  const draw = drawFrom(seed);
  await using place = await makePlace();
  await using served = await serveStore({ seed });
  const { store, server } = served;
  const [index, root] = [place.path('index'), place.path('mirror')];
  const contents = new Map<string, unknown>();
  let [late, mixed] = [0, 0];
  const longestMs = { publish: 300, mirror: 300 };
  for (let at = 0; at < kills; at++) {
    signal?.throwIfAborted();
    const deed = at % 2 === 0 ? 'publish' : 'mirror';
    if (deed === 'publish') {
      await addVideos(index, draw(100), 1 + draw(20), at + 1);
      contents.set((await currentSnapshotId(index)) as string, await contentOf(index));
    }
    const words = [child, deed, store.address, deed === 'publish' ? index : root];
    const { isLate, nextMs } = await killed(words, draw(longestMs[deed]), longestMs[deed]);
    if (isLate) late++;
    longestMs[deed] = nextMs;
    const id = await currentSnapshotId(root);
    if (id !== null && !isDeepStrictEqual(await contentOf(root), contents.get(id))) mixed++;
    // half of the time the next process finds what the killed one left
    if (deed === 'publish' && draw(2) === 0) await publishSnapshot({ index, store });
  }
  await publishSnapshot({ index, store, keepMs: 0 });
  await mirrorSnapshot({ store, root });
  const { snapshotId } = await publishSnapshot({ index, store, keepMs: 0 });
  const known = new Set((await dataOf(index)).concat('CURRENT', `snapshots/${snapshotId}.json`));
  const objects = [...server.objects.keys()].map((key) => key.replace('bucket/an index/', ''));
  return {
    kills,
    late,
    mixed,
    isEqual: isDeepStrictEqual(await contentOf(root), await contentOf(index)),
    orphans: [
      ...objects.filter((key) => !known.has(key)),
      ...(await orphansOf(root)),
      ...(await readdir(join(root, 'staging', 'mirror')).catch(() => [])),
    ],
  };
}

async function dataOf(index: string): Promise<string[]> {
  const entries = await readdir(join(index, 'data'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(index.length + 1));
}

/**
 * Kills a process some time after it began. `nextMs` is about how long such a process works, so that the next one is killed
 * within it: as long as this one worked if it had ended, else a little more than `longestMs`.
 */
export async function killed(
  words: readonly string[],
  afterMs: number,
  longestMs: number,
): Promise<{ isLate: boolean; nextMs: number }> {
  const running = spawn(process.execPath, ['--conditions=@sdq/source', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(running, 'exit');
  await Promise.race([once(running.stdout, 'data'), exit]);
  const beganAt = performance.now();
  await Promise.race([pause(afterMs), exit]);
  running.kill('SIGKILL');
  const [code] = (await exit) as [number | null];
  const isLate = code !== null;
  const nextMs = isLate ? performance.now() - beganAt : longestMs * 1.1;
  return { isLate, nextMs: Math.min(2_000, Math.max(20, nextMs)) };
}
