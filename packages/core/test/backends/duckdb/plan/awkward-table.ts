import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTable, key, measure, owner, parent, tags, text, time } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { addFiles, addInPlace } from '@sdq/ingest';
import fc, { type Arbitrary } from 'fast-check';
import { buildIndex } from '../../../../src/backends/duckdb/segments/build-index.ts';

const described = {
  platform: 'own_7',
  name: 'order',
  description: 'A table whose columns are called as SQL and the engine call things.',
};

const columns = {
  id: key('BIGINT'),
  group: owner('INTEGER', { name: 'select' }),
  select: 'VARCHAR',
  at: time('TIMESTAMPTZ', { main: true }),
  day: time('DATE'),
  words: tags({ element: 'word' }),
  word_id: text(),
  n: measure('INTEGER'),
  sum: measure('DECIMAL(9,2)'),
  hash: measure('UBIGINT'),
  month: { type: 'VARCHAR', role: 'category' },
  desc: { type: 'BOOLEAN', role: 'flag' },
  value: parent('BIGINT'),
  max: 'DOUBLE[]',
} as const;

/** What was described first, and what is described now: one column more. */
const first = [defineTable({ ...described, columns })];
export const awkwardTables = [defineTable({ ...described, columns: { ...columns, later: 'DECIMAL(20,4)' } })];
export const awkwardPlatform = described.platform;

type Row = Record<string, unknown>;

function rowOf(i: number, version: number): Row {
  const some = <Value>(every: number, value: Value) => (i % every === 0 ? null : value);
  return {
    id: i,
    group: some(11, i % 17),
    select: some(7, `Gruppe ${i % 13}`),
    at: new Date(Date.UTC(2025, Math.floor(i / 40), 1 + (i % 28), i % 24)).toISOString(),
    day: some(9, new Date(Date.UTC(2025, i % 5, 1 + (i % 28))).toISOString().slice(0, 10)),
    words: some(6, [`w${i % 5}`, `w${(i * 3) % 7}`, ...(i % 4 === 0 ? [null] : [])]),
    word_id: some(5, `${['Tanz', 'dance FLOOR', 'naïve café', 'x_y'][i % 4]} ${i % 6} 🎈`),
    n: some(8, ((i * 37 + version * 1000) % 900) - 100),
    sum: some(4, `${(i * 7) % 50}.${i % 10}5`),
    hash: some(3, String((2n ** 64n - 1n) / BigInt(1 + (i % 9)))),
    month: some(10, ['2025', 'März', ''][i % 3]),
    desc: some(5, i % 2 === 0),
    value: some(2, (i * 5) % 600),
    max: some(3, [i / 3, null]),
    later: `${i}.5`,
    observed_at: new Date(Date.UTC(2026, 0, 1 + version)).toISOString(),
  };
}

/** An index as adding and building leave it, or as it is when a column is described that nobody has added. */
export type AwkwardState = 'changed' | 'described later' | 'in place';

export async function makeAwkward(root: string, state: AwkwardState): Promise<void> {
  const add = async (tables: typeof awkwardTables, from: number, to: number, version: number) => {
    const path = join(root, `${from}-${version}.ndjson`);
    const rows = Array.from({ length: to - from }, (_, i) => JSON.stringify(rowOf(from + i, version)));
    await writeFile(path, rows.join('\n'));
    const { files } = await addFiles({ index: root, files: [path], tables, table: described.name });
    if (files[0]?.accepted !== rows.length) throw new Error(`rows were refused: ${JSON.stringify(files[0])}`);
  };
  const build = (tables: typeof awkwardTables, mode: 'build' | 'refresh') =>
    buildIndex({ index: root, tables, mode, smallTables: true });
  if (state === 'in place') {
    await writeInPlace(root);
    return;
  }
  if (state === 'described later') {
    await add(first, 0, 500, 0);
    await build(first, 'build');
    return;
  }
  await add(first, 0, 300, 0);
  await add(awkwardTables, 300, 500, 0);
  await build(awkwardTables, 'build');
  await add(awkwardTables, 400, 560, 1);
  await build(awkwardTables, 'refresh');
  await add(awkwardTables, 380, 420, 2);
}

/** Files as others write them: columns of other names, order and narrower types, rows in no order, row groups of another size. */
async function writeInPlace(root: string): Promise<void> {
  const rows = Array.from({ length: 560 }, (_, i) => JSON.stringify(rowOf(i, i % 3)));
  await writeFile(join(root, 'rows.ndjson'), rows.join('\n'));
  const folder = join(root, 'theirs');
  await mkdir(folder);
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const read = `(SELECT * REPLACE (nullif("max"[1], 0) AS "max") FROM read_json('${join(root, 'rows.ndjson')}', columns = {
    id: 'INTEGER', "group": 'SMALLINT', "select": 'VARCHAR', "at": 'TIMESTAMP', day: 'DATE', words: 'VARCHAR[]', word_id: 'VARCHAR', n: 'INTEGER',
    sum: 'DECIMAL(9,2)', hash: 'UBIGINT', month: 'VARCHAR', "desc": 'BOOLEAN', value: 'BIGINT', "max": 'DOUBLE[]', later: 'DECIMAL(20,4)'}))`;
  const list = `word_id AS "Word-ID", n, "at" AS "At", "select" AS "SELECT", hash, month, "desc", value, sum, later, words, day, "group" AS gruppe,
    CASE WHEN id % 7 = 0 THEN ['nan'::DOUBLE, 'infinity'::DOUBLE, "max"] WHEN id % 3 > 0 THEN ["max"] END AS "Max", id AS "Id", 'not used' AS other`;
  for (const [name, where] of [
    ['b', 'id % 5 < 3'],
    ['a', 'id % 5 = 3'],
    ['c', 'id % 5 = 4'],
  ])
    await connection.run(
      `COPY (SELECT ${list} FROM ${read} WHERE ${where} ORDER BY hash(id)) TO '${join(folder, `${name}.parquet`)}' (ROW_GROUP_SIZE 2048)`,
    );
  connection.closeSync();
  const add = async (files: readonly string[], observedAt: string) =>
    await addInPlace({
      ...{ index: root, files, tables: awkwardTables },
      ...{ map: { gruppe: 'group' }, observedAt: new Date(observedAt) },
    });
  await add([join(folder, 'b.parquet')], '2026-01-02');
  await buildIndex({ index: root, tables: awkwardTables, smallTables: true });
  // Two files more, of another time of observation: one in a segment of its own, one in none.
  await add([join(folder, 'a.parquet')], '2026-01-03');
  await buildIndex({ index: root, tables: awkwardTables, mode: 'refresh', smallTables: true });
  await add([folder], '2026-01-03');
}

const conditions: Arbitrary<string> = fc.oneof(
  fc.integer({ min: 0, max: 600 }).map((id) => `id = ${id}`),
  fc
    .array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 4 })
    .map((ids) => `id IN (${ids.join(', ')})`),
  fc.integer({ min: 0, max: 18 }).map((group) => `"group" = ${group}`),
  fc.integer({ min: 0, max: 13 }).map((group) => `"select" = 'Gruppe ${group}'`),
  fc.integer({ min: 0, max: 7 }).map((word) => `list_contains(words, 'w${word}')`),
  fc.constantFrom('dance', 'tanz', 'café', '%x\\_y%', '🎈', 'e f').map((part) => `word_id ILIKE '%${part}%'`),
  fc.integer({ min: -100, max: 900 }).map((least) => `n >= ${least}`),
  fc.integer({ min: 0, max: 50 }).map((most) => `sum < ${most}.5`),
  fc.constantFrom(
    'hash > 9223372036854775807',
    'hash = 18446744073709551615',
    'later < 400',
    'later IS NULL',
  ),
  fc.constantFrom("month = 'März'", "month = ''", 'month IS NULL', '"desc"', 'NOT "desc"', '"desc" IS NULL'),
  fc.integer({ min: 1, max: 12 }).map((month) => `"at" >= make_timestamptz(2025, ${month}, 1, 0, 0, 0.0)`),
  fc.constantFrom('"at" < \'2025-06-01\'', '"at" >= \'2025-03-01\' AND "at" < \'2025-05-01\''),
  fc.constantFrom("day < '2025-06-01'", "day >= '2025-03-01' AND day < '2025-05-01'", 'day IS NULL'),
  fc.integer({ min: 0, max: 600 }).map((id) => `value = ${id}`),
);

const tests: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: conditions },
  { weight: 2, arbitrary: fc.tuple(conditions, conditions).map(([a, b]) => `${a} AND ${b}`) },
  { weight: 1, arbitrary: fc.tuple(conditions, conditions).map(([a, b]) => `(${a} OR ${b})`) },
  { weight: 1, arbitrary: conditions.map((a) => `NOT (${a})`) },
);

const where = fc
  .option(tests, { nil: undefined, freq: 4 })
  .map((test) => (test === undefined ? '' : ` WHERE ${test}`));
const shown = fc.constantFrom(
  '*',
  'id',
  'id, n, "select"',
  'id, words, later',
  'id, max, sum',
  'id, word_id, hash, day',
);
const orders = fc.constantFrom('n', 'hash', 'day', '"at"', 'sum', 'id', 'later');
const direction = fc.constantFrom('', ' DESC', ' DESC NULLS LAST', ' ASC NULLS FIRST');
const groups = fc.constantFrom(
  '"group"',
  '"select"',
  'month',
  '"desc"',
  'value',
  "date_trunc('month', day)",
  'date_trunc(\'day\', "at")',
  'date_trunc(\'month\', "at")',
  'day',
  'unnest(words)',
);
const aggregates = fc
  .subarray(
    [
      'count(*)',
      'count(n)',
      'sum(n)',
      'min(n)',
      'max(hash)',
      'sum(hash)',
      'sum(sum)',
      'avg(n)',
      'count(DISTINCT "group")',
    ],
    { minLength: 1 },
  )
  .map((terms) => terms.join(', '));

/** Questions of the kinds that roles make fast; the order of their rows is settled where they have one. */
export const awkwardQueries: Arbitrary<{ text: string; isOrdered: boolean }> = fc.oneof(
  fc
    .tuple(shown, where)
    .map(([list, test]) => ({ text: `SELECT ${list} FROM "order"${test}`, isOrdered: false })),
  fc
    .tuple(shown, where, orders, direction, fc.integer({ min: 1, max: 40 }))
    .map(([list, test, by, way, limit]) => ({
      text: `SELECT ${list} FROM "order"${test} ORDER BY ${by}${way}, id LIMIT ${limit}`,
      isOrdered: true,
    })),
  fc
    .tuple(aggregates, where)
    .map(([list, test]) => ({ text: `SELECT ${list} FROM "order"${test}`, isOrdered: false })),
  fc.tuple(groups, aggregates, where).map(([by, list, test]) => ({
    text: `SELECT ${grouped(by, list, test)} GROUP BY g`,
    isOrdered: false,
  })),
  fc.tuple(groups, where, fc.integer({ min: 1, max: 9 })).map(([by, test, limit]) => ({
    text: `SELECT ${grouped(by, 'count(*) AS c, sum(n)', test)} GROUP BY g ORDER BY c DESC, g LIMIT ${limit}`,
    isOrdered: true,
  })),
);

/** Tags are unnested before they are groups. */
function grouped(by: string, list: string, test: string): string {
  return by.startsWith('unnest')
    ? `g, ${list} FROM (SELECT ${by} AS g, n, sum, hash, "group" FROM "order"${test})`
    : `${by} AS g, ${list} FROM "order"${test}`;
}
