import { builtInCatalog, type CatalogTable, tableId, withTables } from '@sdq/catalog';
import { expect, test } from 'vitest';

const episodes: CatalogTable = {
  platform: 'own',
  name: 'episodes',
  description: 'One row per episode.',
  key: ['episode_id'],
  sortBy: ['episode_id'],
  zoneColumns: ['episode_id'],
  observedBy: 'indexed_at',
  columns: [
    { name: 'episode_id', type: 'VARCHAR', nullable: false, description: 'Its id.' },
    { name: 'indexed_at', type: 'TIMESTAMP WITH TIME ZONE', nullable: false, description: 'When observed.' },
  ],
  examples: [],
};

test('a catalogue finds tables by platform and name, whatever the case, and by id', () => {
  for (const table of builtInCatalog.tables) {
    expect(builtInCatalog.find(table.platform, table.name.toUpperCase())).toBe(table);
    expect(builtInCatalog.byId(tableId(table))).toBe(table);
  }
  expect(builtInCatalog.find('micro', 'videos')).toBeUndefined();
  expect(builtInCatalog.platforms).toEqual(['shortvideo', 'network', 'photo', 'micro']);
});

test('own tables stand beside the built-in ones, on their own platform', () => {
  const catalog = withTables([episodes]);
  expect(catalog.tables.slice(0, builtInCatalog.tables.length)).toEqual(builtInCatalog.tables);
  expect(catalog.tablesOf('own')).toEqual([episodes]);
  expect(catalog.tablesOf('shortvideo')).toEqual(builtInCatalog.tablesOf('shortvideo'));
  expect(withTables()).toBe(builtInCatalog);
});

test('a table of a built-in platform, or two of one name, are refused', () => {
  const refused = (tables: CatalogTable[], message: string) =>
    expect(() => withTables(tables)).toThrow(expect.objectContaining({ code: 'catalog_invalid', message }));
  refused([{ ...episodes, platform: 'micro' }], 'the table micro.episodes is on the built-in platform micro');
  refused([episodes, { ...episodes }], 'there are two tables own.episodes');
});
