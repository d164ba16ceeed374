import { defineTable, key, owner, type TableDescription, time } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { expect, test } from 'vitest';

function faultsOf(described: unknown): string[] {
  try {
    defineTable(described as TableDescription);
  } catch (error) {
    if (error instanceof AppError && error.code === 'catalog_invalid') return error.message.split('\n');
    throw error;
  }
  return [];
}

const of = (columns: Record<string, unknown>, others: object = {}) => ({
  name: 't',
  description: 'd',
  columns: { id: { role: 'key', type: 'VARCHAR' }, ...columns },
  ...others,
});

test.each<[string, unknown, string[]]>([
  ['nothing', null, ['the table: it must be an object, not null']],
  [
    'no columns',
    { name: 't', description: 'd' },
    [
      't: columns: it is missing: an object, each column with its type: {"episode_id": {"type": "VARCHAR", "role": "key"}, "title": "VARCHAR"}',
    ],
  ],
  [
    'an empty list of columns',
    { name: 't', description: 'd', columns: {} },
    ['t: columns: there are no columns: describe at least the key'],
  ],
  [
    'no key',
    { name: 't', description: 'd', columns: { a: 'VARCHAR' } },
    ['t: columns: no column is the key: give the role key to the column, or columns, that identify a row'],
  ],
  [
    'a misspelt word',
    of({}, { colums: {} }),
    [
      't: colums: unknown property; did you mean columns? The properties are platform, name, description, observedBy, examples, columns',
    ],
  ],
  [
    'a misspelt word of a column',
    of({ a: { type: 'VARCHAR', rol: 'text' } }),
    [
      't: columns.a.rol: unknown property; did you mean role? The properties are type, role, key, main, name, element, long, description',
    ],
  ],
  [
    'a misspelt role',
    of({ a: { type: 'BIGINT', role: 'mesure' } }),
    [
      't: columns.a.role: there is no role mesure; did you mean measure? The roles are key, owner, time, tags, text, measure, category, flag, parent',
    ],
  ],
  [
    'a misspelt type',
    of({ a: 'BIGNT' }),
    [
      't: columns.a.type: there is no type BIGNT; did you mean BIGINT? The types are BOOLEAN, SMALLINT, INTEGER, BIGINT, UBIGINT, DOUBLE, DATE, TIMESTAMP, TIMESTAMP WITH TIME ZONE, VARCHAR, TIMESTAMPTZ, DECIMAL(p, s), and lists of these, such as VARCHAR[]',
    ],
  ],
  [
    'a type of DuckDB that is not supported',
    of({ a: 'FLOAT', b: 'STRUCT(x INTEGER)', c: 'HUGEINT[]' }),
    [
      't: columns.a.type: the type FLOAT is not supported: use DOUBLE',
      't: columns.b.type: the type STRUCT(x INTEGER) is not supported: use a column of its own for each field',
      't: columns.c.type: the type HUGEINT[] is not supported: use DECIMAL(38, 0)',
    ],
  ],
  [
    'a decimal of too many digits',
    of({ a: 'DECIMAL(40, 2)', b: 'DECIMAL(3,4)' }),
    [
      't: columns.a.type: DECIMAL(40, 2) has too many digits: write DECIMAL(p, s) with p up to 38, and s up to p',
      't: columns.b.type: DECIMAL(3,4) has too many digits: write DECIMAL(p, s) with p up to 38, and s up to p',
    ],
  ],
  [
    'a list of lists',
    of({ a: 'VARCHAR[][]' }),
    [
      't: columns.a.type: VARCHAR[][] is a list of lists, which is not supported: use a list of single values',
    ],
  ],
  [
    'no type',
    of({ a: { role: 'measure' } }),
    ['t: columns.a: it has no type: write one, such as "type": "VARCHAR"'],
  ],
  [
    'a type that is a number',
    of({ a: 7 }),
    ['t: columns.a: it must be a type, such as "VARCHAR", or an object with one, not the number 7'],
  ],
  [
    'names that are no names',
    of(
      { 'Play Count': 'BIGINT', _x: 'BIGINT', ordinal: 'BIGINT', '7': 'BIGINT' },
      { name: 'My Table', platform: 'micro' },
    ),
    [
      'My Table: columns.7: a column must consist of lower-case letters, digits and _, starting with a letter',
      'My Table: columns.Play Count: a column must consist of lower-case letters, digits and _, starting with a letter: write play_count',
      'My Table: columns._x: a column must consist of lower-case letters, digits and _, starting with a letter: write x',
      'My Table: columns.ordinal: ordinal is reserved by the engine: choose another name',
      'My Table: name: a table must consist of lower-case letters, digits and _, starting with a letter: write my_table',
      'My Table: platform: micro is reserved by the engine: choose another name',
    ],
  ],
  [
    'a key of a type that tells no rows apart',
    { name: 't', description: 'd', columns: { id: key('DOUBLE') } },
    [
      't: columns.id.type: DOUBLE cannot be the key: the allowed types are VARCHAR, SMALLINT, INTEGER, BIGINT, UBIGINT',
    ],
  ],
  [
    'a key with another role',
    { name: 't', description: 'd', columns: { id: key(owner('VARCHAR')) } },
    ['t: columns.id.role: the only column of the key cannot have another role: remove owner'],
  ],
  [
    'a main time of days',
    of({ day: { role: 'time', type: 'DATE', main: true } }),
    [
      't: columns.day.main: the main time must be a TIMESTAMPTZ, not a DATE: it determines the month of a row',
    ],
  ],
  [
    'a main that is no time',
    of({ a: { type: 'BIGINT', main: true } }),
    ['t: columns.a.main: only a time can be the main time: give it the role time, or remove main'],
  ],
  [
    'two main times',
    of({ a: time('TIMESTAMPTZ', { main: true }), b: time('TIMESTAMPTZ', { main: true }) }),
    ['t: columns.b.main: a is already the main time: remove main from one of them'],
  ],
  [
    'roles on columns of other types',
    of({
      a: { role: 'tags', type: 'VARCHAR' },
      b: { role: 'flag', type: 'INTEGER' },
      c: { role: 'category', type: 'INTEGER' },
    }),
    [
      't: columns.a.type: a column of type VARCHAR cannot have the role tags: allowed is VARCHAR[]',
      't: columns.b.type: a column of type INTEGER cannot have the role flag: allowed is BOOLEAN',
      't: columns.c.type: a column of type INTEGER cannot have the role category: allowed is VARCHAR',
    ],
  ],
  [
    'an owner’s name that is no column',
    of({ show_id: owner('VARCHAR', { name: 'shw' }), show: 'VARCHAR' }),
    ['t: columns.show_id.name: there is no column shw; did you mean show?'],
  ],
  [
    'names that are something else',
    of({
      a: owner('VARCHAR', { name: 'n' }),
      n: 'BIGINT',
      b: owner('VARCHAR', { name: 'a' }),
      c: owner('VARCHAR', { name: 'm' }),
      d: owner('VARCHAR', { name: 'm' }),
      m: 'VARCHAR',
    }),
    [
      't: columns.a.name: n has the type BIGINT: a name must be a VARCHAR',
      't: columns.b.name: a has the role owner: a name cannot have another role',
      't: columns.d.name: m is already the name of c',
    ],
  ],
  [
    'a name of what is no owner',
    of({ a: { type: 'BIGINT', name: 'id' } }),
    [
      't: columns.a.name: only an owner or a key can have a name column: remove name',
      't: columns.a.name: id has the role key: a name cannot have another role',
    ],
  ],
  [
    'a parent that cannot be a key',
    of({ a: { role: 'parent', type: 'BIGINT' } }),
    ['t: columns.a.type: a parent must have the type of the key: VARCHAR, not BIGINT'],
  ],
  [
    'a word for one tag that is a column',
    of({ topic: 'VARCHAR', topics: { role: 'tags', element: 'topic' } }),
    ['t: columns.topics.element: topic is already a column: choose another element name'],
  ],
  [
    'a number that is long',
    of({ a: { type: 'BIGINT', long: true } }),
    ['t: columns.a.long: only texts and lists can be long, not BIGINT: remove long'],
  ],
  [
    'what it is observed by',
    of({ seen: 'DATE' }, { observedBy: 'seen' }),
    ['t: observedBy: the observation time must be a TIMESTAMPTZ, not a DATE'],
  ],
  [
    'observed by no column',
    of({}, { observedBy: 'seen' }),
    ['t: observedBy: there is no column seen: describe it as a TIMESTAMPTZ, or remove observedBy'],
  ],
  [
    'the name of a total',
    of({ likes: { role: 'measure', type: 'BIGINT' }, likes_sum: { role: 'category', type: 'VARCHAR' } }),
    ['t: columns.likes_sum: this name is used for totals of likes: rename the column'],
  ],
])('%s is refused with the place and the mend', (_, described, faults) => {
  expect(faultsOf(described)).toEqual(faults);
});
