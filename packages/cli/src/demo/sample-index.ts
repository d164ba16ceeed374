import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Home } from '../home.ts';
import { Progress } from '../terminal/progress.ts';
import { countText, durationText } from '../terminal/quantities.ts';

/**
 * Builds the sample index where there is none. It is built beside its final place and moved there when it is
 * whole, so that an interrupted build leaves nothing that looks like an index.
 */
export async function ensureSampleIndex(
  home: Home,
  rows: number,
  context: Context,
  quiet: boolean | undefined,
): Promise<void> {
  if (await exists(join(home.index, 'CURRENT'))) return;
  const [{ takeWriteLock }, { generateIndex }] = await Promise.all([
    import('@sdq/index'),
    import('@sdq/data'),
  ]);
  await using _lock = await takeWriteLock(home.directory);
  if (await exists(join(home.index, 'CURRENT'))) return; // another start was faster
  await rm(home.indexBuilding, { recursive: true, force: true });
  await rm(home.index, { recursive: true, force: true });
  await context.stderr.line(`First start: building a sample index of ${countText(rows)} invented videos …`);
  const progress = new Progress(context.stderr, { quiet });
  try {
    const startedAt = performance.now();
    await generateIndex({
      out: home.indexBuilding,
      rows,
      signal: context.signal,
      onProgress: ({ phase, done, total }) => progress.update({ phase, done, total }),
    });
    progress.end();
    await context.stderr.line(`Built in ${durationText(performance.now() - startedAt)}: ${home.index}`);
  } catch (error) {
    await rm(home.indexBuilding, { recursive: true, force: true });
    throw error;
  } finally {
    progress.end();
  }
  await rename(home.indexBuilding, home.index);
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
