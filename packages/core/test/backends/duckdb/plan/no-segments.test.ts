import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { openIndex } from './open-index.ts';

test('one line says why no path was asked', async () => {
  await using index = await openIndex((root) => writeSmallIndex(root, 200));
  const noteOf = async (table: string) => {
    const { plan } = await index.answer(`SELECT count(*) FROM ${table}`, []);
    return plan.rules.find(({ rule }) => rule === 'segments')?.note;
  };
  expect(await noteOf('videos')).toBe('no segment is built over this table: `sdq index build` builds one');
  expect(await noteOf('video_hashtags')).toBe('no segments are kept of this table: its base files are read');
  expect(await noteOf('comments')).toBe('no segments are kept of so few rows: its base files are read');
});
