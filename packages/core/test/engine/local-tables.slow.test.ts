import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import * as arrow from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { buildIndex, type Engine, openEngine, type QueryOptions } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let spill: string;
let files: string;
const engines: Engine[] = [];
let ids: { video_id: string; play_count: number }[];

beforeAll(async () => {
  directory = await temporaryDirectory();
  const index = join(directory.path, 'index');
  spill = join(directory.path, 'spill');
  files = join(directory.path, 'files [a*b] with spaces');
  await mkdir(files);
  await writeSmallIndex(index, 3_000);
  const options = { index, spillDirectory: spill, processes: 1, threads: 1, advisoryParser: false };
  for (const isolation of ['process', 'in-process'] as const)
    engines.push(await openEngine({ ...options, isolation }));
  ids = await answer('SELECT video_id, play_count FROM videos ORDER BY play_count DESC, video_id LIMIT 5');
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await directory[Symbol.asyncDispose]();
});

/** The rows, which both ways of running a query give. */
async function answer<Row>(sql: string, options: QueryOptions = {}): Promise<Row[]> {
  const answers: Row[][] = [];
  for (const engine of engines) {
    const result = await engine.query(sql, options);
    answers.push(await result.toArray<Row>());
  }
  expect(answers[1]).toEqual(answers[0]);
  return answers[0] ?? [];
}

async function refusal(sql: string, options: QueryOptions): Promise<unknown> {
  const [first] = engines;
  return await first?.query(sql, options).then(
    () => 'answered',
    (error: unknown) => error,
  );
}

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(files, name);
  await writeFile(path, content);
  return path;
}

const joined = 'SELECT label, play_count FROM mine JOIN videos USING (video_id) ORDER BY label';

function labelled(): { label: string; play_count: number }[] {
  return ids.map(({ play_count }, at) => ({ label: `l${at}`, play_count }));
}

test('CSV, JSON, Parquet and Arrow, as files and from memory, are joined by ids of digits', async () => {
  const csv = ['video_id,label', ...ids.map(({ video_id }, at) => `${video_id},l${at}`)].join('\n');
  const lines = ids.map(({ video_id }, at) => `{"video_id":${video_id},"label":"l${at}"}`).join('\n');
  const table = arrow.tableFromArrays({
    video_id: BigUint64Array.from(ids, ({ video_id }) => BigInt(video_id)),
    label: ids.map((_, at) => `l${at}`),
  });
  const parquet = join(files, 'ids.parquet');
  await using database = await Database.open();
  const connection = await database.connect();
  const values = ids.map(({ video_id }, at) => `(${video_id}::UBIGINT, 'l${at}')`).join(', ');
  await connection.run(
    `COPY (SELECT * FROM (VALUES ${values}) AS t(video_id, label)) TO ${sqlString(parquet)} (FORMAT parquet)`,
  );
  connection.closeSync();
  const path = await written('ids.csv', csv);
  const given = [
    path,
    pathToFileURL(path),
    { path, format: 'csv', types: { label: 'VARCHAR' } } as const,
    await written('ids.ndjson', lines),
    await written('ids.json', `[${lines.replaceAll('\n', ',')}]`),
    await written('utf16.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv, 'utf16le')])),
    await written('ids.csv.gz', (await import('node:zlib')).gzipSync(csv)),
    parquet,
    table,
    arrow.tableToIPC(table, 'stream'),
    await written('ids.arrow', arrow.tableToIPC(table, 'file')),
    await written('ids.arrows', arrow.tableToIPC(table, 'stream')),
  ];
  for (const mine of given) expect(await answer(joined, { tables: { mine } })).toEqual(labelled());
});

test('a column with the name of an id is text whatever its values, and long numbers stay exact', async () => {
  const mine = await written(
    'long.csv',
    'Video_ID,other,n,code\n7546000000000000001,99999999999999999999,1,007\n,1,2,8\n',
  );
  const types =
    'SELECT typeof(video_id) AS a, typeof(other) AS b, typeof(n) AS c, typeof(code) AS d FROM mine LIMIT 1';
  expect(await answer(types, { tables: { mine } })).toEqual([
    { a: 'VARCHAR', b: 'VARCHAR', c: 'BIGINT', d: 'VARCHAR' },
  ]);
  expect(await answer('SELECT video_id AS id, other, code FROM mine', { tables: { mine } })).toEqual([
    { id: '7546000000000000001', other: '99999999999999999999', code: '007' },
    { id: null, other: '1', code: '8' },
  ]);
  const typed = { path: mine, types: { N: 'VARCHAR' } };
  expect(await answer('SELECT n FROM mine', { tables: { mine: typed } })).toEqual([{ n: '1' }, { n: '2' }]);
});

test('types of Arrow come over exactly', async () => {
  const { makeVector, vectorFromArray, Table } = arrow;
  const big = [9_007_199_254_740_993n, null, -1n];
  const mine = new Table({
    big: vectorFromArray(big, new arrow.Int64()),
    flag: vectorFromArray([true, null, false], new arrow.Bool()),
    at: vectorFromArray([1_700_000_000_123, null, -1], new arrow.TimestampMillisecond('UTC')),
    local: vectorFromArray([1_700_000_000_123, null, 0], new arrow.TimestampMillisecond()),
    day: vectorFromArray([new Date('2024-02-29'), null, new Date(0)], new arrow.DateDay()),
    word: vectorFromArray(['ä', null, 'ä'], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32())),
    list: vectorFromArray([['a', 'bb'], null, []], new arrow.List(new arrow.Field('item', new arrow.Utf8()))),
    price: makeVector(Float64Array.of(0.1, 2, Number.NaN)),
  });
  expect(await answer('SELECT * FROM mine', { tables: { mine } })).toMatchObject([
    {
      big: '9007199254740993',
      flag: true,
      at: '2023-11-14T22:13:20.123Z',
      day: '2024-02-29',
      word: 'ä',
      list: ['a', 'bb'],
      price: 0.1,
    },
    { big: null, flag: null, at: null, local: null, day: null, word: null, list: null, price: 2 },
    { big: -1, flag: false, day: '1970-01-01', word: 'ä', list: [] },
  ]);
  expect(await answer('SELECT epoch_ms(local) AS ms FROM mine LIMIT 1', { tables: { mine } })).toEqual([
    { ms: 1_700_000_000_123 },
  ]);
  const half = new Table({ half: vectorFromArray([1], new arrow.Float16()) });
  expect(await refusal('SELECT 1 FROM mine', { tables: { mine: half } })).toMatchObject({
    code: 'file_malformed',
    message: expect.stringContaining('the column "half" has the type Float16'),
  });
});

test('it is a table like others: described, explained, aggregated, in subqueries and expressions', async () => {
  const mine = await written(
    'few.csv',
    `video_id,w\n${ids.map(({ video_id }, at) => `${video_id},${at}`).join('\n')}\n`,
  );
  const tables = { mine };
  expect(await answer('DESCRIBE mine', { tables })).toMatchObject([
    { column_name: 'video_id', column_type: 'VARCHAR' },
    { column_name: 'w', column_type: 'BIGINT' },
  ]);
  expect(
    await answer("SELECT table_name FROM information_schema.tables WHERE table_name = 'mine'", { tables }),
  ).toEqual([{ table_name: 'mine' }]);
  expect(
    await answer('SELECT (SELECT max(w) FROM mine) AS most, (SELECT min(w) FROM main.mine) AS least', {
      tables,
    }),
  ).toEqual([{ most: 4, least: 0 }]);
  expect(
    await answer('SELECT count(*) AS n FROM videos WHERE video_id IN (SELECT video_id FROM MINE)', {
      tables,
    }),
  ).toEqual([{ n: 5 }]);
  const explained = await engines[0]?.explain('SELECT sum(w) FROM mine', { tables });
  expect(explained?.routes).toEqual([
    {
      table: 'mine',
      via: 'local table',
      filesTotal: 1,
      filesRead: 1,
      rowsEstimated: 5,
      bytesEstimated: expect.any(Number),
    },
  ]);
  expect(explained?.rules).toContainEqual({
    rule: 'local-table',
    table: 'mine',
    fired: true,
    note: '5 rows of few.csv, csv',
  });
  expect(explained?.columns).toMatchObject([{ name: 'sum(w)' }]);
  const wrong = await refusal('SELECT vv FROM mine', { tables });
  expect(wrong).toMatchObject({ code: 'sql_unknown_column' });
});

test('a small table is looked up by key in an index that is built', async () => {
  const [engine] = engines as [Engine];
  const index = join(directory.path, 'built');
  await writeSmallIndex(index, 3_000);
  await buildIndex({ index, smallTables: true });
  await using built = await openEngine({ index, isolation: 'in-process', advisoryParser: false });
  const mine = await written(
    'w.csv',
    `video_id,w\n${ids.map(({ video_id }, at) => `${video_id},${at}`).join('\n')}\n`,
  );
  for (const sql of [
    'SELECT w, play_count FROM mine JOIN videos USING (video_id) ORDER BY w',
    'SELECT w, play_count FROM mine m LEFT JOIN videos v ON v.video_id = m.video_id WHERE w < 3 ORDER BY w',
    'SELECT play_count FROM videos WHERE video_id IN (SELECT video_id FROM mine WHERE w > 1) ORDER BY play_count',
  ]) {
    const { rules } = await built.explain(sql, { tables: { mine } });
    const notes = rules.filter(({ rule }) => rule === 'small-side-first').map(({ note }) => note);
    expect(notes, sql).toEqual([expect.stringMatching(/^by the video_id of .* rows? of the other side/)]);
    const rows = await (await built.query(sql, { tables: { mine } })).toArray();
    expect(rows).toEqual(await (await engine.query(sql, { tables: { mine } })).toArray());
    expect(rows.length).toBeGreaterThan(2);
  }
});

test('it exists for its own query alone, and files cannot be named in SQL', async () => {
  const mine = await written('secret.csv', 'a\n1\n');
  expect(await answer('SELECT a FROM mine', { tables: { mine } })).toEqual([{ a: 1 }]);
  expect(await refusal('SELECT a FROM mine', {})).toMatchObject({ code: 'sql_unknown_table' });
  expect(await refusal('SELECT a FROM mine', { tables: { mine }, platform: 'micro' })).toBe('answered');
  for (const sql of [`SELECT * FROM ${sqlString(mine)}`, `FROM read_csv(${sqlString(mine)})`])
    expect(await refusal(sql, { tables: { mine } })).toMatchObject({
      code: expect.stringMatching(/^(sql_|statement_)/),
    });
});

test('results are cached by what the table holds', async () => {
  const path = await written('changing.csv', 'a\n1\n');
  const [engine] = engines as [Engine];
  const sql = 'SELECT sum(a) AS sum FROM mine';
  const ask = async (mine: string) => {
    const result = await engine.query(sql, { tables: { mine } });
    const rows = await result.toArray();
    return { rows, cache: result.facts.cache, identity: result.facts.identity, isFree: result.facts.isFree };
  };
  const first = await ask(path);
  expect(first).toMatchObject({ rows: [{ sum: 1 }], cache: 'miss', isFree: true });
  const copy = await written('copy.csv', 'a\n1\n');
  expect(await ask(copy)).toMatchObject({ rows: [{ sum: 1 }], cache: 'hit', identity: first.identity });
  await writeFile(path, 'a\n2\n');
  await utimes(path, new Date(), new Date(Date.now() + 5_000));
  const changed = await ask(path);
  expect(changed).toMatchObject({ rows: [{ sum: 2 }], cache: 'miss' });
  expect(changed.identity).not.toBe(first.identity);
  expect(await engine.identify(sql, { tables: { mine: path } })).toBe(changed.identity);
  const prepared = await engine.prepare(sql, { tables: { mine: path } });
  await writeFile(path, 'a\n33\n');
  const again = await engine.query(sql, { tables: { mine: path }, prepared });
  expect(await again.toArray()).toEqual([{ sum: 33 }]);
  expect(await engine.check(sql, { tables: { mine: path } })).toMatchObject({ faults: [] });
});

test('what is no table, or has no name of its own, is refused with the mend', async () => {
  const mine = await written('one.csv', 'a\n1\n');
  const sql = 'SELECT 1';
  const names = ['videos', 'VIDEOS', 'pg_class', '1a', 'a b', 'main', ''];
  for (const name of names)
    expect(await refusal(sql, { tables: { [name]: mine } }), name).toMatchObject({
      code: 'usage_error',
      param: 'tables',
    });
  expect(await refusal(sql, { tables: { a: mine, A: mine } })).toMatchObject({
    message: 'Two local tables have the name "A"',
  });
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`t${at}`, mine]));
  expect(await refusal(sql, { tables: many })).toMatchObject({
    message: 'A query has at most 16 local tables, not 17',
  });
  const cases: [unknown, string, RegExp][] = [
    [join(files, 'none.csv'), 'file_missing', /none\.csv" does not exist/],
    [files, 'file_missing', /is no regular file/],
    ['https://example.org/a.csv', 'usage_error', /is not in a local file/],
    [42, 'usage_error', /is no table/],
    [await written('empty.csv', ''), 'file_malformed', /is empty/],
    [
      await written('a.xlsx', Buffer.from('PK\u0003\u0004 …')),
      'format_unknown',
      /a ZIP archive or a workbook/,
    ],
    [
      await written('ragged.csv', 'a,b\n1,2\n1,2,3\n'),
      'file_malformed',
      /ragged\.csv" cannot be read: CSV Error on Line: 3; Original Line: 1,2,3; Expected Number of Columns: 2 Found: 3/,
    ],
    [
      await written('cut.json', '{"a":1}\n{"a":'),
      'file_malformed',
      /cut\.json" cannot be read: Malformed JSON, at byte/,
    ],
    [
      await written('latin.csv', Buffer.from('a\n\xe9t\xe9\n', 'latin1')),
      'file_malformed',
      /latin\.csv" cannot be read/,
    ],
    [await written('cut.parquet', 'PAR1 and nothing else'), 'file_malformed', /cut\.parquet" cannot be read/],
    [await written('cut.arrow', 'ARROW1\0\0'), 'file_malformed', /is not valid as Arrow/],
    [Buffer.from([0xff, 0xff, 0xff, 0xff, 9, 9]), 'file_malformed', /"mine" is not valid as Arrow/],
    [{ path: mine, types: { b: 'VARCHAR' } }, 'usage_error', /has no column b/],
    [{ path: mine, types: { a: 'NONSENSE' } }, 'file_malformed', /cannot be read/],
  ];
  for (const [given, code, message] of cases)
    expect(
      await refusal('SELECT * FROM mine', { tables: { mine: given as string } }),
      String(message),
    ).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
});

test('it ends with its query, and leaves nothing when the engine is closed', async () => {
  const rows = Array.from({ length: 300_000 }, (_, at) => `${at},${'x'.repeat(20)}`).join('\n');
  const mine = await written('large.csv', `a,b\n${rows}\n`);
  const [engine] = engines as [Engine];
  const aborted = AbortSignal.abort(new Error('left'));
  await expect(
    engine.query('SELECT 1 FROM mine', { tables: { mine }, signal: aborted }),
  ).rejects.toMatchObject({
    code: 'query_cancelled',
  });
  await expect(engine.query('SELECT 1 FROM mine', { tables: { mine }, timeoutMs: 1 })).rejects.toMatchObject({
    code: 'query_timeout',
  });
  const folder = join(directory.path, 'own spill');
  const other = await openEngine({
    index: engine.index,
    spillDirectory: folder,
    isolation: 'in-process',
    advisoryParser: false,
  });
  const result = await other.query('SELECT count(*) AS n FROM mine', { tables: { mine } });
  expect(await result.toArray()).toEqual([{ n: 300_000 }]);
  expect(await readdir(folder)).toHaveLength(2);
  await other.close();
  expect(await readdir(folder)).toEqual([]);
});
