import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { eachNth } from '../../../test/support/each-nth.ts';
import { writeCollection } from './bulk/collections.ts';
import { awemeRecord, Workspace } from './support.ts';

const child = new URL('./add-files-child.ts', import.meta.url).pathname;
const batchRecordsMax = 400;

/** Adds in a process of its own; kills it after a while when asked. True when it came to its end. */
async function run(index: string, files: readonly string[], killAfterMs?: number): Promise<boolean> {
  const process_ = spawn(
    process.execPath,
    ['--conditions=@sdq/source', child, index, String(batchRecordsMax), ...files],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(process_, 'exit');
  if (killAfterMs !== undefined) {
    // The clock starts when work starts, not when Node has loaded.
    await Promise.race([once(process_.stdout, 'data'), ended]);
    await Promise.race([sleep(killAfterMs), ended]);
    process_.kill('SIGKILL');
  }
  const [code] = await ended;
  return code === 0;
}

test('kill -9 anywhere, then again, ends in the files of an undisturbed run', async () => {
  await using space = await Workspace.make();
  const lines = Array.from({ length: 4_000 }, (_, i) =>
    JSON.stringify(
      awemeRecord(String(1 + (i % 3_000)), {
        create_time: 1_700_000_000 + (i % 3_000) * 2_000,
        collected_at: 1_720_000_000 + i,
        ...(i % 97 === 0 && { create_time: null }),
      }),
    ),
  );
  const files = [
    await space.write('a.jsonl', lines.slice(0, 2_500).join('\n')),
    await space.write('b.jsonl', lines.slice(2_500).join('\n')),
  ];
  const undisturbed = join(space.root, 'undisturbed');
  expect(await run(undisturbed, files)).toBe(true);
  const expected = (await openSnapshot(undisturbed)).manifest;
  expect(expected.sources.map((source) => source.refused)).toEqual([26, 16]);

  for (const pauses of eachNth(2, [[0, 150, 400], [50, 300], [600], [1_000, 20], [250, 250, 250]])) {
    const index = join(space.root, `killed-${pauses.join('-')}`);
    for (const pause of pauses) await run(index, files, pause);
    expect(await run(index, files)).toBe(true);
    expect((await openSnapshot(index)).manifest).toEqual(expected);
    expect(await readdir(join(index, 'staging'))).toEqual([]);
  }
}, 300_000);

test('an import of Parquet that SQL converts, killed anywhere, ends in the files of an undisturbed run', async () => {
  await using space = await Workspace.make();
  const files = [
    await writeCollection(
      'tiktok-videos-4b',
      12_000,
      join(space.root, 'videos.parquet'),
      '*',
      'UNION ALL (SELECT * FROM given LIMIT 90)',
    ),
    await writeCollection('tiktok-comments', 6_000, join(space.root, 'comments.parquet')),
  ];
  const undisturbed = join(space.root, 'undisturbed');
  const startedAt = performance.now();
  expect(await run(undisturbed, files)).toBe(true);
  const ms = performance.now() - startedAt;
  const expected = (await openSnapshot(undisturbed)).manifest;
  for (const shares of eachNth(2, [[0.1, 0.25], [0.45, 0.2], [0.65], [0.85]])) {
    const index = join(space.root, `killed-${shares.join('-')}`);
    for (const share of shares) await run(index, files, share * ms);
    expect(await run(index, files)).toBe(true);
    expect((await openSnapshot(index)).manifest.tables).toEqual(expected.tables);
    expect(await readdir(join(index, 'staging'))).toEqual([]);
  }
}, 300_000);
