import { videos } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import { openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';

test('sums below zero are stored in a narrower type, and are those of the rows', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 500, { like_count: '-(1 + hash(i + 3) % 5)::BIGINT' });
  await buildIndex({ index: folder.path });
  expect((await openSnapshot(folder.path)).segments(videos)).toHaveLength(1);
});
