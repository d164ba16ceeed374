import { type ColumnDescription, defineTable, key, owner, time } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { podcasts } from './podcasts.ts';

const instant = 'TIMESTAMP WITH TIME ZONE';

test('a description becomes a table of the catalogue', () => {
  const { columns, guessed, ...table } = podcasts;
  expect(table).toEqual({
    isOwn: true,
    platform: 'own',
    name: 'episodes',
    description: 'One row per podcast episode.',
    key: ['episode_id'],
    partitionBy: 'published',
    sortBy: ['episode_id'],
    zoneColumns: ['episode_id', 'published'],
    observedBy: 'indexed_at',
    examples: [
      'SELECT episode_id, show_id, "show", published FROM episodes ORDER BY published DESC NULLS LAST LIMIT 10',
    ],
  });
  expect(guessed).toEqual([]);
  const facts = columns.map(({ name, type, nullable, description: _, ...others }) => [
    name,
    type,
    nullable,
    others,
  ]);
  expect(facts).toEqual([
    ['episode_id', 'VARCHAR', false, {}],
    ['show_id', 'VARCHAR', true, { role: 'owner' }],
    ['show', 'VARCHAR', true, { role: 'owner-name', nameOf: 'show_id' }],
    ['published', instant, false, { role: 'time' }],
    ['topics', 'VARCHAR[]', true, { role: 'tags', element: 'topic' }],
    ['summary', 'VARCHAR', true, { role: 'text', isLong: true }],
    ['downloads', 'BIGINT', true, { role: 'measure' }],
    ['country', 'VARCHAR', true, { role: 'category' }],
    ['explicit', 'BOOLEAN', true, { role: 'flag' }],
    ['indexed_at', instant, false, {}],
  ]);
});

test('the same as JSON is the same table', () => {
  const written = {
    name: 'episodes',
    description: 'One row per podcast episode.',
    columns: {
      episode_id: { role: 'key', type: 'varchar' },
      show_id: { role: 'owner', type: 'TEXT', name: 'show' },
      show: 'VARCHAR',
      published: { role: 'time', type: 'timestamp with time zone', main: true },
      topics: { role: 'tags' },
      summary: { role: 'text' },
      downloads: { role: 'measure', type: 'bigint' },
      country: { role: 'category', type: 'string' },
      explicit: { role: 'flag' },
    },
  };
  expect(defineTable(JSON.parse(JSON.stringify(written)))).toEqual(podcasts);
});

const typeOf = (type: string) =>
  defineTable({ name: 't', description: 'd', columns: { id: key('VARCHAR'), x: type } }).columns[1]?.type;

test.each([
  ['bool', 'BOOLEAN'],
  ['smallint', 'SMALLINT'],
  ['INT', 'INTEGER'],
  ['UBIGINT', 'UBIGINT'],
  ['double', 'DOUBLE'],
  ['DECIMAL(10, 2)', 'DECIMAL(10,2)'],
  ['numeric(9)', 'DECIMAL(9,0)'],
  ['DECIMAL', 'DECIMAL(18,3)'],
  ['date', 'DATE'],
  ['timestamp', 'TIMESTAMP'],
  ['timestamptz', instant],
  ['Timestamp  with time zone[]', `${instant}[]`],
  ['decimal(38,38) []', 'DECIMAL(38,38)[]'],
  ['text[]', 'VARCHAR[]'],
])('the type %s is %s', (written, type) => {
  expect(typeOf(written)).toBe(type);
});

test('columns without a role get one by type and name, and it is told which', () => {
  const { columns, guessed, partitionBy } = defineTable({
    name: 'posts',
    description: 'd',
    columns: {
      post_id: key('BIGINT'),
      category: 'VARCHAR',
      category_id: 'INTEGER',
      author_id: 'VARCHAR',
      author_name: 'VARCHAR',
      shop_id: 'VARCHAR',
      labels: 'VARCHAR[]',
      is_live: 'BOOLEAN',
      posted: 'TIMESTAMPTZ',
      like_count: 'BIGINT',
      body: 'VARCHAR',
      language: 'VARCHAR',
      price: 'DECIMAL(10,2)',
      notes: 'VARCHAR',
    },
  });
  expect(guessed.map(({ column, role }) => [column, role])).toEqual([
    ['category_id', 'owner, named by category'],
    ['author_id', 'owner, named by author_name'],
    ['shop_id', 'owner'],
    ['labels', 'tags'],
    ['is_live', 'flag'],
    ['posted', 'time'],
    ['like_count', 'measure'],
    ['body', 'text'],
    ['language', 'category'],
  ]);
  expect(columns.find(({ name }) => name === 'category')).toMatchObject({
    role: 'owner-name',
    nameOf: 'category_id',
  });
  // A main time would refuse rows without it: nobody said so.
  expect(partitionBy).toBeUndefined();
  expect(columns.find(({ name }) => name === 'posted')).toMatchObject({ role: 'time', nullable: true });
});

test('a key of several columns, and what it is observed by', () => {
  const { sortBy, zoneColumns, observedBy, columns, partitionBy } = defineTable({
    platform: 'weather',
    name: 'readings',
    description: 'd',
    columns: {
      station: key(owner('VARCHAR')),
      taken: key(time('TIMESTAMPTZ', { main: true })),
      degrees: 'DOUBLE',
    },
    observedBy: 'taken',
  });
  expect({ sortBy, zoneColumns, observedBy, partitionBy }).toEqual({
    sortBy: ['station', 'taken'],
    zoneColumns: ['station', 'taken'],
    observedBy: 'taken',
    partitionBy: 'taken',
  });
  expect(columns.map(({ name, role, nullable }) => [name, role, nullable])).toEqual([
    ['station', 'owner', false],
    ['taken', 'time', false],
    ['degrees', undefined, true],
  ]);
});

test('one of several tags is called as no column is', () => {
  const { columns } = defineTable({
    name: 't',
    description: 'd',
    columns: {
      id: key('VARCHAR'),
      topic: 'VARCHAR',
      topics: 'VARCHAR[]',
      stories: 'VARCHAR[]',
      glass: 'VARCHAR[]',
    },
  });
  expect(columns.flatMap(({ element }) => element ?? [])).toEqual([
    'topics_element',
    'story',
    'glass_element',
  ]);
});

test('roles are taken as given: nothing else is guessed of such a column', () => {
  const columns: Record<string, ColumnDescription> = {
    id: key('VARCHAR'),
    show_id: { type: 'VARCHAR', role: 'category' },
  };
  const { guessed, columns: made } = defineTable({ name: 't', description: 'd', columns });
  expect(guessed).toEqual([]);
  expect(made[1]?.role).toBe('category');
});
