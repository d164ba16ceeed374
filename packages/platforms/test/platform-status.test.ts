import { builtInCatalog, builtInPlatforms } from '@sdq/catalog';
import { platforms } from '@sdq/contract';
import type { Engine } from '@sdq/core';
import { expect, test } from 'vitest';
import { platformStatus } from '../src/index.ts';

test('every platform has its facts once, and its record tables are in the catalogue', () => {
  expect(builtInPlatforms.map((facts) => facts.platform)).toEqual([...platforms]);
  for (const { platform, recordTables } of builtInPlatforms) {
    const names = builtInCatalog.tablesOf(platform).map((table) => table.name);
    expect(names).toEqual(expect.arrayContaining([...recordTables]));
  }
});

test('only the short-video platform is SQL ready', () => {
  expect(
    builtInPlatforms.filter((facts) => facts.sql === 'available').map((facts) => facts.platform),
  ).toEqual(['shortvideo']);
});

test('records are summed over record tables, side tables not', async () => {
  const schema: Engine['schema'] = async (platform = 'shortvideo') => ({
    platform,
    snapshotId: 'abc',
    tables: builtInCatalog.tablesOf(platform).map((table, i) => ({
      name: table.name,
      description: table.description,
      rowCount: 10 ** i,
      stored: null,
      key: table.key,
      references: [],
      columns: [],
      examples: [],
    })),
  });
  const [shortvideo] = await platformStatus({ schema });
  // videos 1, authors 10, hashtags 100, music 1,000, comments 10,000, …
  expect(shortvideo).toMatchObject({ platform: 'shortvideo', records_indexed: 10_001, snapshot_id: 'abc' });
  expect(shortvideo?.tables).toMatchObject({ videos: 1, authors: 10 });
});
