import { Catalog, type CatalogTable } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { checkDescriptions } from '../../src/manifest/check-descriptions.ts';
import { fileSchemaOf } from '../../src/manifest/file-schema.ts';
import { type FileEntry, makeManifest, parseManifest, printManifest } from '../../src/manifest/manifest.ts';

const column = (name: string, type: string) => ({ name, type, nullable: true, description: '' });
const episodes: CatalogTable = {
  platform: 'own_2',
  name: 'episodes',
  description: '',
  key: ['id'],
  sortBy: ['id'],
  zoneColumns: ['id'],
  partitionBy: 'published',
  observedBy: 'seen',
  columns: [
    column('id', 'VARCHAR'),
    column('published', 'TIMESTAMP WITH TIME ZONE'),
    column('downloads', 'BIGINT'),
    column('seen', 'TIMESTAMP WITH TIME ZONE'),
  ],
  examples: [],
};

function fileOf(table: CatalogTable, hash: string): FileEntry {
  const sha256 = hash.repeat(64);
  const path = `data/${table.platform}/${table.name}/${sha256.slice(0, 32)}.parquet`;
  return { path, bytes: 1, sha256, rows: 1, month: null, zones: {}, schema: fileSchemaOf(table) };
}

const manifestOf = (...files: FileEntry[]) =>
  makeManifest({ parent: null, tables: { 'own_2.episodes': files }, sources: [] });

test('schemas of files are written once each, and read back', () => {
  const longer = { ...episodes, columns: [...episodes.columns, column('country', 'VARCHAR')] };
  const { schema: _, ...unknown } = fileOf(episodes, 'd');
  const files = [fileOf(episodes, 'a'), fileOf(episodes, 'b'), fileOf(longer, 'c'), unknown];
  const made = manifestOf(...files);
  const text = printManifest(made);
  expect(text.match(/"partition_by"/g)).toHaveLength(2);
  expect(parseManifest(text)).toEqual(made);
  const [id = ''] = Object.keys(JSON.parse(text).schemas);
  const altered = text.replaceAll(`"${id}": {`, '"0000000000000000": {');
  expect(() => parseManifest(altered)).toThrow(`A file refers to the schema "${id}", which is missing`);
});

test('the order of columns in a description makes no other schema', () => {
  const turned = { ...episodes, columns: episodes.columns.toReversed() };
  expect(JSON.stringify(fileSchemaOf(turned))).toBe(JSON.stringify(fileSchemaOf(episodes)));
});

const described = (changes: Partial<CatalogTable>) => new Catalog([{ ...episodes, ...changes }]);
const stored = manifestOf(fileOf(episodes, 'a'), fileOf(episodes, 'b'));

test('columns may come and go', () => {
  const [id, published, , seen] = episodes.columns;
  const columns = [id, published, seen, column('country', 'VARCHAR')].flatMap((each) => each ?? []);
  expect(() => checkDescriptions(described({ columns }), stored)).not.toThrow();
});

test.each([
  [
    'a type',
    {
      columns: episodes.columns.map((each) =>
        each.name === 'downloads' ? column('downloads', 'DOUBLE') : each,
      ),
    },
    'own_2.episodes: columns.downloads.type: the index has BIGINT, the description has DOUBLE',
  ],
  [
    'the key',
    { key: ['id', 'published'] },
    'own_2.episodes: the key of the stored table is id, the description has id, published',
  ],
  [
    'the main time',
    { partitionBy: undefined },
    'own_2.episodes: the main time of the stored table is published, the description has none',
  ],
  [
    'what says when a row was observed',
    { observedBy: 'published' },
    'own_2.episodes: the observedBy of the stored table is seen, the description has published',
  ],
])('a description that changes %s of stored rows is refused with the place, once', (_, changes, message) => {
  const catalog = described(changes as Partial<CatalogTable>);
  expect(() => checkDescriptions(catalog, stored)).toThrow(
    expect.objectContaining({
      code: 'catalog_invalid',
      message,
      hint: expect.stringContaining('cannot change'),
    }),
  );
});

test('a table that the index holds and nobody describes is nobody’s fault', () => {
  expect(() => checkDescriptions(new Catalog([]), stored)).not.toThrow();
});
