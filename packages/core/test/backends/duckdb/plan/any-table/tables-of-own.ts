import type { CatalogColumn, CatalogTable, OwnTable } from '@sdq/catalog';

const platform = 'own';
const time = 'TIMESTAMP WITH TIME ZONE';

function column(name: string, type: string, more: Partial<CatalogColumn> = {}): CatalogColumn {
  return { name, type, nullable: true, description: name, ...more };
}

function table(
  name: string,
  key: readonly string[],
  columns: readonly CatalogColumn[],
  more: Partial<CatalogTable> = {},
): OwnTable {
  return {
    isOwn: true,
    guessed: [],
    platform,
    name,
    description: name,
    key,
    sortBy: key,
    zoneColumns: [],
    observedBy: 'seen_at',
    columns: [...columns, column('seen_at', time, { nullable: false })],
    examples: [],
    ...more,
  };
}

/** Tables of a user's own, as unlike the built-in ones as they may be. */
export const tablesOfOwn: readonly OwnTable[] = [
  // Names that are words of SQL, numbers of every type, keys and owners that are numbers.
  table(
    'order',
    ['order'],
    [
      column('order', 'BIGINT', { nullable: false }),
      column('group', 'BIGINT', { role: 'owner' }),
      column('having', 'VARCHAR', { role: 'owner-name', nameOf: 'group' }),
      column('end', time, { role: 'time' }),
      column('select', 'VARCHAR[]', { role: 'tags' }),
      column('from', 'VARCHAR', { role: 'text', isLong: true }),
      column('values', 'BIGINT', { role: 'measure' }),
      column('limit', 'UBIGINT', { role: 'measure' }),
      column('offset', 'SMALLINT', { role: 'measure' }),
      column('double', 'DOUBLE', { role: 'measure' }),
      column('decimal', 'DECIMAL(12,3)', { role: 'measure' }),
      column('where', 'VARCHAR', { role: 'category' }),
      column('case', 'BOOLEAN', { role: 'flag' }),
      column('references', 'BIGINT', { role: 'parent' }),
    ],
  ),
  // No time at all.
  table(
    'places',
    ['id'],
    [
      column('id', 'VARCHAR', { nullable: false }),
      column('order', 'BIGINT', { role: 'owner' }),
      column('topics', 'VARCHAR[]', { role: 'tags', element: 'topic', isLong: true }),
      column('topic', 'VARCHAR', { role: 'category' }),
      column('words', 'VARCHAR', { role: 'text' }),
      column('visits', 'INTEGER', { role: 'measure' }),
      column('share', 'DOUBLE', { role: 'measure' }),
    ],
  ),
  // No measures, a key of two columns, days in place of moments.
  table(
    'notes',
    ['id', 'number'],
    [
      column('id', 'VARCHAR', { role: 'owner', nullable: false }),
      column('number', 'INTEGER', { nullable: false }),
      column('day', 'DATE', { role: 'time' }),
      column('kind', 'VARCHAR', { role: 'category' }),
      column('done', 'BOOLEAN', { role: 'flag' }),
      column('labels', 'VARCHAR[]', { role: 'tags', element: 'label' }),
    ],
    { sortBy: ['number DESC', 'id'], zoneColumns: ['id', 'day'] },
  ),
  // Keys, owners and names that are too long to stand beside others.
  table(
    'pages',
    ['url'],
    [
      column('url', 'VARCHAR', { nullable: false, isLong: true }),
      column('site', 'VARCHAR', { role: 'owner', isLong: true }),
      column('site_name', 'VARCHAR', { role: 'owner-name', nameOf: 'site' }),
      column('editor', 'UBIGINT', { role: 'owner' }),
      column('editor_name', 'VARCHAR', { role: 'owner-name', nameOf: 'editor', isLong: true }),
      column('section', 'VARCHAR', { role: 'category', isLong: true }),
      column('words', 'VARCHAR[]', { role: 'tags', element: 'word' }),
      column('kinds', 'VARCHAR[]', { role: 'tags', element: 'word' }),
      column('written', time, { role: 'time' }),
      column('stars', 'SMALLINT', { role: 'measure' }),
    ],
  ),
  // A file for each month.
  table(
    'readings',
    ['sensor', 'taken_at'],
    [
      column('sensor', 'BIGINT', { role: 'owner', nullable: false }),
      column('sensor_name', 'VARCHAR', { role: 'owner-name', nameOf: 'sensor' }),
      column('taken_at', time, { role: 'time', nullable: false }),
      column('checked_at', 'TIMESTAMP', { role: 'time' }),
      column('value', 'BIGINT', { role: 'measure' }),
      column('celsius', 'DOUBLE', { role: 'measure' }),
      column('place', 'VARCHAR', { role: 'owner' }),
      column('tags', 'VARCHAR[]', { role: 'tags', element: 'tag' }),
      column('remark', 'VARCHAR', { role: 'text', isLong: true }),
      column('grade', 'SMALLINT', { role: 'category' }),
    ],
    { partitionBy: 'taken_at', zoneColumns: ['taken_at', 'sensor'] },
  ),
];
