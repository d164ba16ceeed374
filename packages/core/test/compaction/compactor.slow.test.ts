import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { Compactor, type CompactorOptions, openEngine } from '@sdq/core';
import { openSnapshot, setRetention, takeWriteLock } from '@sdq/index';
import { expect, test } from 'vitest';
import { changeRows } from '../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { CompactionBudget } from '../../src/compaction/compaction-budget.ts';

const generous = { bytesPerHour: 10 ** 9, cpuSecondsPerHour: 1_000 };

function compactor(index: string, options: Partial<CompactorOptions> = {}): Compactor {
  return new Compactor({ index, everyMs: 0, memoryBytesMax: 256 * 2 ** 20, ...generous, ...options });
}

async function layersOf(index: string): Promise<number> {
  const snapshot = await openSnapshot(index);
  return (
    snapshot.masks(videos).length +
    snapshot.files(videos).filter((file) => file.path.includes('/delta/')).length
  );
}

test('a process of its own compacts a table with many changed rows, and a running reader keeps its snapshot', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  await using compacting = compactor(directory.path);
  await changeRows(directory.path, videos, { written: 'FROM living LIMIT 0', removed: "region = 'DE'" });
  expect(await layersOf(directory.path)).toBeGreaterThan(0);
  await using engine = await openEngine({ index: directory.path, isolation: 'in-process', refreshMs: 0 });
  const before = engine.snapshotId;
  const count = async () => {
    const result = await engine.query('SELECT count(*) AS n, sum(play_count)::VARCHAR AS s FROM videos');
    return await result.toArray();
  };
  const rows = await count();
  await using held = await takeWriteLock(directory.path);
  await compacting.look();
  expect(compacting.figures).toMatchObject({ compactions: 0, failed: 0, due: 1 });
  await held[Symbol.asyncDispose]();

  await compacting.look();
  expect(compacting.figures).toMatchObject({ compactions: 1, failed: 0, due: 0, isRunning: false });
  expect(compacting.figures.bytesWritten).toBeGreaterThan(0);
  expect(await layersOf(directory.path)).toBe(0);
  expect(engine.snapshotId).toBe(before);
  expect(await count()).toEqual(rows);
  await engine.refresh();
  expect(engine.snapshotId).not.toBe(before);
  expect(await count()).toEqual(rows);
});

test('compaction waits for its budget, and a service that ends takes its compaction along', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  await changeRows(directory.path, videos, { written: 'FROM living LIMIT 0', removed: "region = 'DE'" });
  const { snapshotId } = await openSnapshot(directory.path).then(({ id }) => ({ snapshotId: id }));
  const ended = compactor(directory.path);
  const looking = ended.look();
  await ended[Symbol.asyncDispose]();
  await looking;
  expect(ended.figures).toMatchObject({ compactions: 0, failed: 0 });
  expect((await openSnapshot(directory.path)).id).toBe(snapshotId);
  expect(await readdir(directory.path)).not.toContain('LOCK');
  expect(await readdir(join(directory.path, 'pins')).catch(() => [])).toEqual([]);

  await using poor = compactor(directory.path, { bytesPerHour: 1, cpuSecondsPerHour: 1 });
  await poor.look();
  expect(poor.figures).toMatchObject({ compactions: 1, waiting: 0 });
  await changeRows(directory.path, videos, { written: 'FROM living LIMIT 0', removed: "region = 'FR'" });
  await poor.look();
  expect(poor.figures).toMatchObject({ compactions: 1, due: 1, waiting: 1 });
  expect(await layersOf(directory.path)).toBeGreaterThan(0);
});

test('the same process applies the retention rules once a day, if that is wanted', async () => {
  await using directory = await temporaryDirectory();
  const index = directory.path;
  await writeSmallIndex(index, 300);
  const months = (await openSnapshot(index)).files(videos).map(({ month }) => month ?? '');
  const newest = months.sort().at(-1) ?? '';
  const now = new Date();
  const [year = 0, month = 0] = newest.split('-').map(Number);
  const kept = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month + 1;
  await setRetention(index, videos, { months: kept, daily_after_months: null });
  const dropped: unknown[] = [];
  const options = { isCompacting: false, onRetained: (done: unknown) => dropped.push(done) };
  await using idle = compactor(index, options);
  await idle.look();
  expect(idle.figures.rowsDropped).toBe(0);

  await using retaining = compactor(index, { ...options, isRetaining: true });
  await retaining.look();
  expect(new Set((await openSnapshot(index)).files(videos).map((file) => file.month))).toEqual(
    new Set([newest]),
  );
  expect(retaining.figures).toMatchObject({ failed: 0, isRunning: false });
  expect(retaining.figures.rowsDropped).toBeGreaterThan(0);
  expect(dropped).toEqual([
    {
      snapshotId: (await openSnapshot(index)).id,
      dropped: { 'shortvideo.videos': retaining.figures.rowsDropped },
    },
  ]);

  await setRetention(index, videos, { months: 1, daily_after_months: null });
  await retaining.look(); // within the day
  expect(dropped).toHaveLength(1);
});

test('over days, compaction takes no more than its budget, though each may cost more than an hour gives', () => {
  const hour = 3_600_000;
  const budget = new CompactionBudget({ bytesPerHour: 100, cpuSecondsPerHour: 10 }, 0);
  const large = { bytesWritten: 250, cpuSeconds: 1 };
  let spent = 0;
  for (let at = 0; at <= 100; at++) {
    if (!budget.allows(large, at * hour)) continue;
    budget.spend(large, at * hour);
    spent += large.bytesWritten;
  }
  expect(spent).toBeLessThanOrEqual(101 * 100 + large.bytesWritten);
  expect(spent).toBeGreaterThan(50 * 100);
  const other = new CompactionBudget({ bytesPerHour: 100, cpuSecondsPerHour: 10 }, 0);
  other.spend({ bytesWritten: 0, cpuSeconds: 10 }, 0);
  expect(other.allows({ bytesWritten: 1, cpuSeconds: 1 }, 0)).toBe(false);
  expect(other.allows({ bytesWritten: 1, cpuSeconds: 1 }, hour / 2)).toBe(true);
});
