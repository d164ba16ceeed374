import {
  builtInCatalog,
  type CatalogColumn,
  type CatalogTable,
  type ColumnRole,
  elementOf,
  narrowColumns,
  pathsOf,
  rowFileType,
  storedColumns,
} from '@sdq/catalog';
import { describe, expect, test } from 'vitest';
import { podcasts } from './own/podcasts.ts';

const isNumber = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U\w+INT\w*|DOUBLE|FLOAT|DECIMAL\(.*\))$/;

/** What a column of a role has to be for those who go by the role. */
const typeOfRole: Readonly<Record<ColumnRole, RegExp>> = {
  owner: /^VARCHAR$/,
  'owner-name': /^VARCHAR$/,
  time: /^(TIMESTAMP WITH TIME ZONE|DATE)$/,
  tags: /^VARCHAR\[\]$/,
  text: /^VARCHAR$/,
  measure: isNumber,
  category: /^VARCHAR$/,
  flag: /^BOOLEAN$/,
  parent: /^VARCHAR$/,
};

/** Roles of the columns that an access path goes by; `key` for the key itself. */
const rolesOfPath: Readonly<Record<string, readonly (ColumnRole | 'key' | undefined)[]>> = {
  'native-scan': [undefined],
  'owner-rows': ['owner', 'owner-name', 'parent'],
  'tag-rows': ['tags'],
  'text-rows': ['text'],
  'top-rows': ['measure'],
  'time-rows': ['time'],
  'time-totals': ['time'],
  'group-totals': ['owner', 'tags'],
  'table-totals': [undefined],
  'top-groups': ['owner', 'owner-name', 'tags'],
};

const tables = [...builtInCatalog.tables, podcasts].map((table) => ({
  name: `${table.platform}.${table.name}`,
  table,
}));
const columnOf = (table: CatalogTable, name: string | undefined): CatalogColumn | undefined =>
  storedColumns(table).find((column) => column.name === name);
const ofRole = (table: CatalogTable, role: ColumnRole) =>
  table.columns.filter((column) => column.role === role);

describe.each(tables)('$name', ({ table }) => {
  test('names only columns that it has, each once', () => {
    const names = table.columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const sorted = table.sortBy.map((term) => term.replace(/ DESC$/, ''));
    const named = [
      ...table.key,
      ...sorted,
      ...table.zoneColumns,
      table.observedBy,
      ...(table.partitionBy === undefined ? [] : [table.partitionBy]),
      ...(table.removedWith === undefined ? [] : [table.removedWith.column]),
    ];
    expect(named.filter((name) => columnOf(table, name) === undefined)).toEqual([]);
  });

  test('roles stand on columns of their types', () => {
    for (const { name, type, role, element, nameOf } of table.columns) {
      if (role !== undefined) expect(type, `${name}, ${role}`).toMatch(typeOfRole[role]);
      expect(element !== undefined, `${name} has a word for one of its tags`).toBe(role === 'tags');
      expect(nameOf !== undefined, `${name} says whose name it is`).toBe(role === 'owner-name');
    }
  });

  test('only a part of a longer key has a role besides', () => {
    const [only, another] = table.key;
    if (another === undefined) expect(columnOf(table, only)?.role).toBeUndefined();
  });

  test('names are those of an owner, or of the key', () => {
    const owners = [...ofRole(table, 'owner').map(({ name }) => name), ...table.key];
    for (const { nameOf } of ofRole(table, 'owner-name')) expect(owners).toContain(nameOf);
  });

  test('a parent is a key of the table', () => {
    const [key, another] = table.key;
    for (const { name, type, nullable } of ofRole(table, 'parent')) {
      expect(another, `${name} cannot name a key of several columns`).toBeUndefined();
      expect(type).toBe(columnOf(table, key)?.type);
      expect(nullable, `${name} of a row without a parent`).toBe(true);
    }
  });

  test('the main time has the role of a time', () => {
    if (table.partitionBy !== undefined) expect(columnOf(table, table.partitionBy)?.role).toBe('time');
  });

  test('row files keep every column', () => {
    const others = storedColumns(table).filter(({ type }) => rowFileType(type) === undefined);
    expect(others.map(({ name, type }) => `${name} ${type}`)).toEqual([]);
  });

  test('lists of records are long, and only texts and lists are', () => {
    const isLongType = (type: string) => /^STRUCT.*\[\]$/.test(type);
    const short = table.columns.filter(({ type, isLong }) => isLongType(type) && isLong !== true);
    expect(short.map(({ name }) => name)).toEqual([]);
    const long = table.columns.filter(({ isLong }) => isLong === true);
    expect(long.filter(({ type }) => !/VARCHAR|\[\]/.test(type)).map(({ name }) => name)).toEqual([]);
  });

  test('access paths go by stored columns of the roles that they need', () => {
    const paths = pathsOf(table);
    const structures = paths.map(({ structure }) => structure);
    expect(new Set(structures).size).toBe(structures.length);
    paths.forEach(({ path, structure, column, carries = [], of }, place) => {
      for (const name of carries) expect(columnOf(table, name), `${structure} carries ${name}`).toBeDefined();
      const found = columnOf(table, column);
      if (column !== undefined) expect(found, `${structure} is over ${column}`).toBeDefined();
      const [key, another] = table.key;
      const isObserved = column !== undefined && column === table.observedBy;
      const role = column === key && another === undefined ? 'key' : isObserved ? 'time' : found?.role;
      expect(rolesOfPath[path], `${path} of ${structure}`).toContain(role);
      if (of !== undefined)
        expect(structures.slice(0, place), `${structure} is made from ${of}`).toContain(of);
    });
  });
});

describe('what a tag is called', () => {
  const list = (name: string, element?: string): CatalogColumn => ({
    name,
    role: 'tags',
    ...(element === undefined ? {} : { element }),
    type: 'VARCHAR[]',
    nullable: true,
    description: '',
  });

  test.each([
    ['its own word', [list('topics', 'topic')], 'topic'],
    ['no column', [list('topics')], 'topics_element'],
    ['no other column', [list('topics', 'place'), list('place', 'spot')], 'topics_element'],
    ['no tag of another list', [list('topics', 'word'), list('skills', 'word')], 'topics_element'],
    ['none that there is', [list('topics'), list('topics_element', 'topics_element_')], 'topics_element__'],
  ])('%s', (_, columns, word) => {
    expect(elementOf({ columns }, 'topics')).toBe(word);
  });

  test('a column that is no list is called by its name', () => {
    expect(elementOf({ columns: [{ ...list('a', 'b'), role: 'owner' }] }, 'a')).toBe('a');
  });
});

test('every role is in use', () => {
  const used = new Set(builtInCatalog.tables.flatMap(({ columns }) => columns.map(({ role }) => role)));
  expect(Object.keys(typeOfRole).filter((role) => !used.has(role as ColumnRole))).toEqual([]);
});

test('every table has roles', () => {
  const without = builtInCatalog.tables.filter(({ columns }) =>
    columns.every(({ role }) => role === undefined),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('numbers, flags and times have roles, but for those that are known', () => {
  const known = new Set(['author_follower_count', 'has_transcript', 'indexed_at', 'founded']);
  const bare = builtInCatalog.tables.flatMap((table) =>
    table.columns.filter(
      ({ name, type, role }) =>
        role === undefined &&
        !table.key.includes(name) &&
        !known.has(name) &&
        (isNumber.test(type) || /^(BOOLEAN|TIMESTAMP WITH TIME ZONE|DATE)$/.test(type)),
    ),
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

describe('what a table gets by the roles of its columns', () => {
  const instances = (table: CatalogTable | undefined) =>
    pathsOf(table as CatalogTable).map(
      ({ path, column }) => `${path}${column === undefined ? '' : ` ${column}`}`,
    );

  test('comments are found by video, author, parent and words, and counted by time', () => {
    expect(instances(builtInCatalog.find('shortvideo', 'comments'))).toEqual(
      expect.arrayContaining([
        'owner-rows video_id',
        'owner-rows author',
        'owner-rows parent_comment_id',
        'text-rows text',
        'time-totals create_time',
        'group-totals author_id',
      ]),
    );
  });

  test('profiles are found by company, tweets by user, tag and words', () => {
    expect(instances(builtInCatalog.find('network', 'profiles'))).toContain('owner-rows current_company');
    expect(instances(builtInCatalog.find('micro', 'tweets'))).toEqual(
      expect.arrayContaining(['owner-rows username', 'tag-rows hashtags', 'text-rows content']),
    );
  });

  test('long values stand beside nothing, but for lists of tags', () => {
    const column = (name: string, role: ColumnRole, more: Partial<CatalogColumn> = {}): CatalogColumn => {
      return { name, role, type: 'VARCHAR', nullable: true, isLong: true, description: '', ...more };
    };
    const table: CatalogTable = {
      platform: 'own',
      name: 'pages',
      description: '',
      key: ['url'],
      sortBy: ['url'],
      zoneColumns: [],
      observedBy: 'seen_at',
      columns: [
        { name: 'url', type: 'VARCHAR', isLong: true, nullable: false, description: '' },
        column('site', 'owner'),
        column('site_name', 'owner-name', { nameOf: 'site', isLong: false }),
        column('section', 'category'),
        column('words', 'tags', { type: 'VARCHAR[]', element: 'word' }),
        column('body', 'text'),
        { ...column('seen_at', 'time', { type: 'TIMESTAMP WITH TIME ZONE' }), isLong: false },
      ],
      examples: [],
    };
    expect(narrowColumns(table).map(({ name }) => name)).toEqual(['site_name', 'words', 'seen_at']);
    const beside = pathsOf(table).flatMap(({ path, column: by = '', carries = [] }) =>
      path === 'text-rows' ? [] : [by, ...carries],
    );
    expect([...new Set(beside)].sort()).toEqual(['', 'seen_at', 'site_name', 'words']);
    expect(instances(table)).toContain('text-rows body');
  });

  test('a derived table has none, a table that lists its own only those', () => {
    expect(instances(builtInCatalog.find('shortvideo', 'video_hashtags'))).toEqual([]);
    const videos = builtInCatalog.find('shortvideo', 'videos');
    expect(pathsOf(videos as CatalogTable)).toBe(videos?.paths);
  });
});
