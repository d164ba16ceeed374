import { builtInCatalog, defineTable, type OwnTable, tableId, withTables } from '@sdq/catalog';
import { platforms } from '@sdq/contract';
import { expect, test } from 'vitest';
import { podcasts } from './own/podcasts.ts';

test('a catalogue finds tables by platform and name, whatever the case, and by id', () => {
  for (const table of builtInCatalog.tables) {
    expect(builtInCatalog.find(table.platform, table.name.toUpperCase())).toBe(table);
    expect(builtInCatalog.byId(tableId(table))).toBe(table);
  }
  expect(builtInCatalog.find('micro', 'videos')).toBeUndefined();
  expect(builtInCatalog.platforms).toEqual(platforms);
});

test('own tables stand beside the built-in ones, on their own platform, with what was removed from it', () => {
  const own = [podcasts];
  const catalog = withTables(own);
  expect(catalog.tables.slice(0, builtInCatalog.tables.length)).toEqual(builtInCatalog.tables);
  expect(catalog.tablesOf('own').map(({ name }) => name)).toEqual(['episodes', 'removals']);
  expect(catalog.find('own', 'Episodes')).toBe(podcasts);
  expect(withTables(own)).toBe(catalog);
  expect(withTables()).toBe(builtInCatalog);
});

test('two tables of one name, and what is no table, are refused', () => {
  const refused = (tables: unknown[], message: string) =>
    expect(() => withTables(tables as OwnTable[])).toThrow(
      expect.objectContaining({ code: 'catalog_invalid', message }),
    );
  const { name, description } = podcasts;
  const again = defineTable({ name, description, columns: { id: { type: 'VARCHAR', key: true } } });
  refused([podcasts, again], 'there are two tables own.episodes');
  refused([podcasts, { name, description, columns: {} }], 'tables[1] is no table of one’s own');
});
