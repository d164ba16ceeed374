import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { buildSegment } from '../../../../src/backends/duckdb/segments/build-segment.ts';

test('a segment for which the disk has no room is refused before any of it is written', async () => {
  await using directory = await temporaryDirectory();
  const { path: root } = directory;
  await writeSmallIndex(root, 2_000);
  const snapshot = await openSnapshot(root);
  const files = snapshot.files(videos).map((file) => ({ ...file, bytes: 2 ** 52 }));
  const building = buildSegment({ root, table: videos, tableRows: 2_000, files, published: [] });
  await expect(building).rejects.toMatchObject({ code: 'disk_full' });
  const left = await readdir(join(root, 'staging'), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});
