import { setTimeout as pause } from 'node:timers/promises';
import { sql } from './load.ts';
import type { Customer, Place, Replica } from './place.ts';

/** Seconds until each replica answers with this many videos. */
export async function secondsUntil(
  { replicas, key }: Pick<Place, 'replicas'> & Pick<Customer, 'key'>,
  count: number,
  signal: AbortSignal,
): Promise<number[]> {
  const startedAt = performance.now();
  const until = async ({ url }: Replica) => {
    for (;;) {
      signal.throwIfAborted();
      const answer = await fetch(`${url}${sql}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"query": "SELECT count(*)::INTEGER AS n FROM videos"}',
      }).catch(() => undefined);
      const body = (await answer?.json()) as { data?: { rows?: [{ n: number }] } } | undefined;
      if (body?.data?.rows?.[0]?.n === count) return Math.round((performance.now() - startedAt) / 100) / 10;
      if (performance.now() - startedAt > 120_000) throw new Error(`${url} does not have ${count} videos`);
      await pause(100);
    }
  };
  return await Promise.all(replicas.map(until));
}
