import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Home } from '../home.ts';
import { Progress } from '../terminal/progress.ts';
import { countText, durationText } from '../terminal/quantities.ts';

/**
 * Creates the sample index if it does not exist. It is built in a separate directory that is renamed when it is complete,
 * so that an interrupted build leaves no partial index.
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
  if (await exists(join(home.index, 'CURRENT'))) return; // another process has created it
  await rm(home.indexBuilding, { recursive: true, force: true });
  await rm(home.index, { recursive: true, force: true });
  await context.stderr.line(`First run: creating a sample index of ${countText(rows)} generated videos …`);
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
    await context.stderr.line(`Created ${home.index} in ${durationText(performance.now() - startedAt)}`);
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
