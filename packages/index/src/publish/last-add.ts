import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../files/durable.ts';
import { layout } from '../files/layout.ts';

const lastAdd = z.object({
  snapshot_id: z.string(),
  /** ISO 8601, UTC. */
  published_at: z.string(),
  /** From its begin, waiting for other writers included, until new readers saw it. */
  seconds_to_visible: z.number(),
});

/** The last add that changed an index. */
export type LastAdd = z.infer<typeof lastAdd>;

/** Null where nothing was added, or by a version that noted none. */
export async function readLastAdd(root: string): Promise<LastAdd | null> {
  try {
    return lastAdd.parse(JSON.parse(await readFile(layout.lastAdd(root), 'utf8')));
  } catch {
    return null; // it is told, and nothing depends on it
  }
}

/** Call after publishing, with the time of that, and the milliseconds until then; of two adds at once, one is noted. */
export async function noteLastAdd(
  root: string,
  snapshotId: string,
  { at, ms }: { readonly at: Date; readonly ms: number },
): Promise<void> {
  const noted: LastAdd = {
    snapshot_id: snapshotId,
    published_at: at.toISOString(),
    seconds_to_visible: Math.round(ms) / 1000,
  };
  await writeFileAtomically(layout.lastAdd(root), `${JSON.stringify(noted)}\n`);
}
