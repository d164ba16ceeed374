import { videos } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import { checkContents, openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import {
  auxiliaryStructures,
  structuresOf,
} from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import { readSegment } from './read-segment.ts';

const compact = structuresOf(videos, undefined, 'compact');

test('the compact profile has narrow columns, ordinals by owner and tag, words, few totals and the key; no copies of rows', () => {
  const columns = Object.fromEntries(
    compact.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  );
  expect(columns.scan).toEqual(expect.arrayContaining(['create_time', 'play_count', 'region', 'is_ad']));
  for (const name of ['video_id', 'description', 'author', 'hashtags', 'music_title', 'cover_url'])
    expect(columns.scan).not.toContain(name);
  expect(columns).toMatchObject({
    by_author: ['ordinal', 'author'],
    tags: ['hashtag', 'ordinal'],
    postings: ['word_id', 'ordinal'],
  });
  for (const name of ['rollup_day', 'rollup_month', 'author_totals', 'music_totals'])
    expect(columns).not.toHaveProperty(name);
  expect(Object.keys(columns)).toEqual(
    expect.arrayContaining([
      'rollup_categories',
      'rollup_hour',
      'hashtag_totals',
      'hashtag_leaders',
      'totals',
    ]),
  );
  // What is left out is made for what is made from it, and deleted.
  expect(auxiliaryStructures(videos, compact).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['scan', 'rollup_day', 'author_totals', 'music_totals']),
  );
  expect(auxiliaryStructures(videos, structuresOf(videos))).toEqual([]);
});

test('a build keeps the profile of the last one, and changes it when another one is asked for', async () => {
  await using folder = await temporaryDirectory();
  const index = folder.path;
  await writeSmallIndex(index, 3_000);
  const profiles = async () => {
    const snapshot = await openSnapshot(index);
    expect(await checkContents(snapshot)).toEqual([]);
    return snapshot.segments(videos).map(({ profile = 'full', covers, key_files }) => {
      const rowFiles = covers.filter(({ row_file }) => row_file !== undefined).length;
      return {
        profile,
        isWithRowFiles: rowFiles === covers.length,
        keyFiles: Object.keys(key_files ?? {}).length,
      };
    });
  };
  const ofCompact = { profile: 'compact', isWithRowFiles: false, keyFiles: 1 };
  const ofFull = { profile: 'full', isWithRowFiles: true, keyFiles: 5 };

  await buildIndex({ index, profile: 'compact' });
  expect(await profiles()).toEqual([ofCompact]);
  await using read = await readSegment(index);
  expect(Object.keys(read.segment.structures)).toEqual(compact.map(({ name }) => name));
  expect(await read.rows('SELECT sum(play_count), count(*) FROM scan')).toEqual(
    await read.rows('SELECT sum(play_count), count(*) FROM base'),
  );

  // Nothing is built again, and what is added later follows it.
  expect((await buildIndex({ index })).tables).toEqual([]);
  await changeRows(index, videos, { written: 'SELECT * REPLACE (5 AS play_count) FROM living LIMIT 900' });
  await buildIndex({ index });
  expect(new Set((await profiles()).map(({ profile }) => profile))).toEqual(new Set(['compact']));

  // A refresh does not change it.
  await buildIndex({ index, profile: 'full', mode: 'refresh' });
  expect(new Set((await profiles()).map(({ profile }) => profile))).toEqual(new Set(['compact']));
  await buildIndex({ index, profile: 'full' });
  expect(await profiles()).toEqual([ofFull]);
  await buildIndex({ index, profile: 'compact' });
  expect(await profiles()).toEqual([ofCompact]);
  const bytes = (await openSnapshot(index)).segments(videos)[0]?.bytes ?? 0;
  await buildIndex({ index, profile: 'compact', mode: 'rebuild' });
  expect((await openSnapshot(index)).segments(videos)[0]?.bytes).toBe(bytes);
});
