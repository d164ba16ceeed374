import { isDeepStrictEqual } from 'node:util';
import { currentSnapshotId } from '@sdq/index';
import { publishSnapshot } from '@sdq/replication';
import { drawFrom } from '../living/invented-observations.ts';
import { child, killed } from '../replication/kill-replicas.ts';
import { addVideos, makePlace, serveStore } from '../replication/place.ts';
import { indexState, publishedState, videoTables } from './published-state.ts';
import { metadataOf, referencesOf } from './store-of-tables.ts';

export interface KilledPublishers {
  kills: number;
  /** Processes that had ended before they were killed. */
  late: number;
  /** Tables that were not readable, or had other rows than the snapshot that they named, after a kill. */
  mixed: string[];
  /** Whether the tables have in the end what the index has. */
  isEqual: boolean;
  /** Objects of open tables that nothing refers to, in the end. */
  orphans: string[];
}

/** Kills publishers of open tables with SIGKILL at random moments; after each kill the tables are read. */
export async function killPublishers({
  kills,
  seed,
  signal,
}: {
  kills: number;
  seed: number;
  signal?: AbortSignal | undefined;
}): Promise<KilledPublishers> {
  const draw = drawFrom(seed);
  await using place = await makePlace();
  await using served = await serveStore({ seed });
  const { store, server } = served;
  const index = place.path('index');
  const read = async (key: string) => server.objects.get(`bucket/an index/${key}`)?.content;
  const states = new Map<string, Record<string, unknown>>();
  const mixed: string[] = [];
  let late = 0;
  let longestMs = 500;
  for (let at = 0; at < kills; at++) {
    signal?.throwIfAborted();
    await addVideos(index, draw(100), 1 + draw(20), at + 1);
    states.set((await currentSnapshotId(index)) as string, await indexState(index));
    const words = [child, 'publish tables', store.address, index];
    const { isLate, nextMs } = await killed(words, draw(longestMs), longestMs);
    if (isLate) late++;
    longestMs = nextMs;
    for (const id of videoTables) {
      try {
        const metadata = await metadataOf(read, id);
        if (metadata === undefined) continue;
        await referencesOf(read, id, store.address);
        const named = metadata.snapshots.at(-1)?.summary['sdq.snapshot-id'] ?? '';
        const { [id]: rows } = await publishedState(read);
        if (!isDeepStrictEqual(rows, states.get(named)?.[id])) mixed.push(`${id} after kill ${at}`);
      } catch (error) {
        mixed.push(`${id} after kill ${at}: ${error}`);
      }
    }
  }
  await publishSnapshot({ index, store, iceberg: true, keepMs: 0 });
  const { openTables } = await publishSnapshot({ index, store, keepMs: 0 });
  const needed = new Set<string>();
  for (const id of openTables?.tables ?? [])
    for (const key of (await referencesOf(read, id, store.address)).own) needed.add(`bucket/an index/${key}`);
  const own = [...server.objects.keys()].filter((key) => /\/(metadata|open)\//.test(key));
  return {
    kills,
    late,
    mixed,
    isEqual: isDeepStrictEqual(await publishedState(read), await indexState(index)),
    orphans: own.filter((key) => !needed.has(key)),
  };
}
