import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callSql } from '../service/call.ts';
import { startCommand } from '../service/command-process.ts';
import { makePlace } from '../service/place.ts';

/** 25 million pairs in an order that no memory of this size holds. */
const sorting =
  'SELECT a.description AS x, b.description AS y FROM videos AS a, videos AS b ORDER BY y, x, a.play_count LIMIT 900000';
const spilledBytesMin = 8 * 2 ** 20;
const waitMsMax = 25_000;

export interface SpillResult {
  kills: number;
  /** What killed services left on disk, and what was there once the next one answered. */
  leftBytesMax: number;
  leftBytesMin: number;
  bytesAfterStartMax: number;
  notSpilled: number;
}

/** Kills a service in the middle of a sort that has gone to disk, and looks what the next start leaves of it. */
export async function spill(options: { kills: number; signal?: AbortSignal }): Promise<SpillResult> {
  await using place = await makePlace();
  const folder = await mkdtemp(join(tmpdir(), 'sdq-chaos-spill-'));
  const environment = { SDQ_SPILL_DIR: folder, SDQ_QUERY_MEMORY_BYTES: '128MiB' };
  const result: SpillResult = {
    kills: options.kills,
    leftBytesMax: 0,
    leftBytesMin: Number.POSITIVE_INFINITY,
    bytesAfterStartMax: 0,
    notSpilled: 0,
  };
  try {
    for (let i = 0; i < options.kills; i++) {
      options.signal?.throwIfAborted();
      await using service = await startCommand(place, environment);
      result.bytesAfterStartMax = Math.max(result.bytesAfterStartMax, await bytesIn(folder));
      const running = callSql(service.url, place.key, { query: sorting, format: 'ndjson', limit: 1_000_000 });
      const endsAt = performance.now() + waitMsMax;
      while ((await bytesIn(folder)) < spilledBytesMin && performance.now() < endsAt) await sleep(20);
      await service.stop('SIGKILL');
      await running;
      const left = await bytesIn(folder);
      if (left < spilledBytesMin) result.notSpilled++;
      result.leftBytesMax = Math.max(result.leftBytesMax, left);
      result.leftBytesMin = Math.min(result.leftBytesMin, left);
    }
    await using _last = await startCommand(place, environment);
    result.bytesAfterStartMax = Math.max(result.bytesAfterStartMax, await bytesIn(folder));
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bytesIn(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    sum += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return sum;
}
