import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTables } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../src/containers/record-chunk.ts';
import { rowsIn } from '../../src/flat/flat-rows.ts';
import { CellSurvey } from '../../src/flat/plain/cell-survey.ts';
import type { FlatTable } from '../../src/flat/plan-table.ts';
import { Survey } from '../../src/flat/survey.ts';
import { Notes } from '../../src/notes.ts';
import { type OpenedSource, openSource } from '../../src/open-source.ts';
import { rejectsName } from '../../src/staging/batch.ts';
import { stagedFiles } from '../../src/staging/read-staged.ts';
import { stageSource } from '../../src/staging/stage-source.ts';
import { isObject } from '../../src/values/json-object.ts';

const now = 1_790_000_000_000_000n;

/** What a file becomes, read by cells or by records. */
async function staged(database: Database, path: string, folder: string, byCells: boolean) {
  const catalog = withTables([]);
  const source = await openSource(path, { catalog, now });
  const cells = byCells ? source.cells({}) : undefined;
  let left = 0;
  const state = await stageSource({
    catalog,
    latestPlausible: source.latestPlausible,
    folder,
    batchRecordsMax: 7,
    cells,
    recordChunks: (skip, notes) => source.recordChunks({ skip }, notes),
    map: (chunk, before, notes) => {
      left++;
      return source.map(chunk, before, notes);
    },
    onRecords: () => {},
  });
  const connection = await database.connect();
  const tables: Record<string, unknown> = {};
  for (const [id, names] of Object.entries(state.files)) {
    const files = stagedFiles(names.map((name) => join(folder, name)));
    // Within a batch, rows of what records mention may be left out where they are repeated.
    const distinct = id === 'shortvideo.videos' ? '' : 'DISTINCT';
    const rows = await allRows(connection, `SELECT ${distinct} * FROM ${files} ORDER BY ALL`);
    if (rows.length > 0) tables[id] = rows;
  }
  connection.closeSync();
  const rejects = await Promise.all(
    Array.from({ length: state.batches }, (_, i) =>
      readFile(join(folder, rejectsName(i + 1)), 'utf8').catch(() => ''),
    ),
  );
  const { files: _, ...report } = state;
  return { report, tables, rejects: rejects.join(''), left, source };
}

async function bothWays(database: Database, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-cells-'));
  try {
    const path = join(folder, 'input');
    await writeFile(path, text);
    const cells = await staged(database, path, join(folder, 'cells'), true);
    const records = await staged(database, path, join(folder, 'records'), false);
    return { cells, records, surveys: await surveys(records.source) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const often = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 25, arbitrary: usual }, { weight: 1, arbitrary: odd });
const nulls = fc.constantFrom('', 'null', 'None', 'NaN', '-', 'n/a', ' ', '\\N', 'undefined', 'nat');
const seconds = fc.integer({ min: 1_480_000_000, max: 1_780_000_000 });
const iso = seconds.map((second) => new Date(second * 1000).toISOString());
const videoIds = seconds.map((second) => String((BigInt(second) << 32n) + BigInt(second % 977)));

const kinds = {
  video_id: often(
    videoIds,
    fc.constantFrom(
      '',
      '0',
      '7506832745952218000',
      'https://www.tiktok.com/@a/video/7382241320402503310',
      '12x',
      '7.5e18',
    ),
  ),
  author: often(
    fc.constantFrom('ada', 'Ada.B', '@ada', 'x_y-1'),
    fc.oneof(nulls, fc.constantFrom('https://www.tiktok.com/@zoë?x=1', ' é ')),
  ),
  author_id: often(
    fc.constantFrom('6825540583826768111', '12'),
    fc.oneof(nulls, fc.constantFrom('0', '012', 'ab', '1.5e18')),
  ),
  nickname: often(
    fc.constantFrom('Ada', 'Ünï', '名前', 'history'),
    fc.oneof(nulls, fc.constantFrom('https://a.example', ' a ', 'a&amp;b', '\u00a0x\u3000', 'x\u2009')),
  ),
  description: often(
    fc.constantFrom(
      'hello',
      'hi #Fun #fun',
      '#日本 x',
      'two\nlines',
      'say "hi"',
      'a ＃wide',
      'x @ada.',
      '1',
      'é👆',
    ),
    fc.oneof(nulls, fc.constantFrom('a &amp; b &#35;x', ' margin ', 'nul\0x')),
  ),
  create_time: often(
    fc.oneof(
      seconds.map(String),
      iso,
      iso.map((time) => time.slice(0, 19).replace('T', ' ')),
      seconds.map((second) => String(second * 1000)),
    ),
    fc.oneof(
      nulls,
      fc.constantFrom(
        '5/19/25 3:45 PM',
        '2024-02-30 10:00:00',
        '1999-01-01T00:00:00Z',
        'soon',
        '2024-02-01 10:00:00+00:00',
        '2024-02-01T10:00:00.123456Z',
        '2024-02-01',
        '45000',
      ),
    ),
  ),
  play_count: often(
    fc.nat(10 ** 9).map(String),
    fc.oneof(nulls, fc.constantFrom('1.2M', '12.5', '-1', '-5', '1,234', '99999999999999999', '007', 'x')),
  ),
  like_count: often(fc.nat(10 ** 9).map(String), fc.oneof(nulls, fc.constantFrom('3K', '1e3'))),
  duration: often(
    fc.nat(600).map(String),
    fc.oneof(nulls, fc.constantFrom('00:31', '31s', '999999', '-1', '2.5')),
  ),
  hashtags: often(
    fc.constantFrom('#a #B', 'a,b', 'fun', '#日本 #x', 'a|b;c', '#a#b'),
    fc.oneof(nulls, fc.constantFrom('["a","b"]', "['a']", '#a @ada', '"x"', 'ΑΣ b')),
  ),
  region: often(fc.constantFrom('US', 'de'), fc.oneof(nulls, fc.constantFrom('Germany'))),
  is_ad: often(fc.constantFrom('true', '0', 'False'), fc.oneof(nulls, fc.constantFrom('perhaps'))),
  music_id: often(fc.constantFrom('6790057285814061057'), nulls),
  cover_url: often(
    fc.constantFrom('https://p.example/a.jpg?x=1', 'tos/a'),
    fc.oneof(nulls, fc.constantFrom('a b', '?x', 'https://é.example')),
  ),
  fetch_time: often(seconds.map(String), fc.oneof(nulls, fc.constantFrom('soon'))),
  note: often(fc.constantFrom('text', '12', '3 km', '.5'), nulls),
  url: often(
    fc.constantFrom('https://www.tiktok.com/@a/video/7382241320402503310'),
    fc.oneof(nulls, fc.constantFrom('https://youtube.com/x')),
  ),
} satisfies Record<string, fc.Arbitrary<string>>;

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const files = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), { minLength: 2 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([names, end]) => ({ names: [...new Set(['video_id', 'play_count', ...names] as const)], end }))
  .chain(({ names, end }) =>
    fc
      .array(
        often(
          fc.tuple(...names.map((name) => kinds[name])).map((cells) => cells.map(quoted).join(',')),
          fc.constantFrom('', '1,2', '7382241320402503310,"a"b'),
        ),
        { minLength: 1, maxLength: 40 },
      )
      .map((rows) => [names.join(','), ...rows].join(end)),
  );

/** Values of JSON that a field may have beside texts. */
const jsonValues = fc.constantFrom(
  ...[
    '12',
    '0',
    '-1',
    '12.5',
    '1e3',
    '7382241320402503310',
    'null',
    'true',
    '[]',
    '["a","B"]',
    '["a b","#c"]',
    '{"name":"x"}',
  ],
  ...[
    '[{"name":"tag"}]',
    '"a\\u00e9\\n#x @bob."',
    '"\\ud83d"',
    '"bad\\x"',
    '["@ada"]',
    'NaN',
    '012',
    '[1,}',
    '""',
  ],
);

const jsonFiles = fc
  .uniqueArray(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), { minLength: 2 })
  .map((names) => [...new Set(['video_id', 'play_count', ...names] as const)])
  .chain((names) => {
    const member = (name: keyof typeof kinds) =>
      often(
        fc.oneof(
          kinds[name].map((text) => `${JSON.stringify(name)}:${JSON.stringify(text)}`),
          kinds[name].map(
            (text) => `"${name}": ${/^[1-9]\d{0,18}$/.test(text) ? text : JSON.stringify(text)}`,
          ),
        ),
        fc.oneof(
          jsonValues.map((value) => `"${name}":${value}`),
          fc.constantFrom('"other":[1]', '"data":{"x":1}', '"link":"https://youtube.com/x"'),
        ),
      );
    const line = fc.tuple(...names.map(member)).map((members) => `{${members.join(', ')}}`);
    const odd = fc.constantFrom('', '{}', '[]', '{"video_id":"1"', '{"video_id":"1","video_id":"2"} ', 'x');
    return fc.tuple(
      fc.constantFrom('lines', 'list'),
      fc.array(often(line, odd), { minLength: 1, maxLength: 40 }),
    );
  })
  .map(([layout, rows]) =>
    layout === 'lines' ? rows.join('\n') : `[${rows.filter((row) => row.endsWith('}')).join(',')}]`,
  );

const rowsOf = (value: unknown, plan: FlatTable) => rowsIn(value, plan).filter(isObject) as Row[];

/** What a survey by rows and one by cells note of a file. */
async function surveys({ plan, ...source }: OpenedSource) {
  if (plan === undefined) return [];
  const [byRows, byCells] = [
    new Survey(plan, source.latestPlausible),
    new Survey(plan, source.latestPlausible),
  ];
  for await (const chunks of source.recordChunks({ skip: 0 }, new Notes()))
    for (const { value, refusal } of chunks)
      if (refusal === undefined) for (const row of rowsOf(value, plan)) byRows.see(row);
  const cellSource = source.cells({});
  if (cellSource === undefined) return [];
  const cellSurvey = new CellSurvey(byCells, cellSource.fields);
  for await (const cells of cellSource.open(0, new Notes()))
    while (cells.next())
      cellSurvey.see(cells, () => {
        const { value, refusal } = cellSource.toRecordChunk(cells);
        return refusal === undefined ? rowsOf(value, plan) : [];
      });
  return [byRows, byCells].map(({ rows, idTimes, times, durations, words, unused }) => ({
    ...{ rows, idTimes, times, durations, words, unused },
  }));
}

test('a file read by cells has the rows, refusals, notes and tallies of one read by records', async () => {
  await using database = await Database.open({ threads: 1 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(files, jsonFiles), async (text) => {
      let ways: Awaited<ReturnType<typeof bothWays>>;
      try {
        ways = await bothWays(database, text);
      } catch (error) {
        if (['format_unknown', 'file_malformed'].includes((error as { code?: string }).code ?? '')) return;
        throw error;
      }
      const { cells, records, surveys } = ways;
      expect(cells.report).toEqual(records.report);
      expect(cells.tables).toEqual(records.tables);
      expect(cells.rejects).toBe(records.rejects);
      expect(surveys[0]).toEqual(surveys[1]);
    }),
    { numRuns: Number(process.env.SDQ_PLAIN_FILES ?? 25) },
  );
}, 120_000);

test('the usual rows are read by their cells', async () => {
  await using database = await Database.open({ threads: 1 });
  const row = '7382241320402503310,Ada,hi #fun @bob,2024-06-19 15:46:38,10,2,14,#a #日本,us,true';
  const text = `video_id,author,description,create_time,play_count,like_count,duration,hashtags,region,is_ad\n${`${row}\n`.repeat(9)}`;
  const { cells, records } = await bothWays(database, text);
  expect(cells.left).toBe(0);
  expect(cells.report).toEqual(records.report);
  expect(cells.tables).toEqual(records.tables);
});

test('the usual records of JSON are read by their cells, also with escapes', async () => {
  await using database = await Database.open({ threads: 1 });
  const line =
    '{"id":7382241320402503310,"author":"Ada","desc":"hi #fun \\ud83d\\udc46 @bob","createTime":1718811998,"playCount":10,"diggCount":"2","duration":14.5,"hashtags":["a","日本"],"isAd":false,"x":[1],"region":null}';
  const { cells, records } = await bothWays(database, `${line}\n`.repeat(9));
  expect(cells.left).toBe(0);
  expect(cells.report).toEqual(records.report);
  expect(cells.tables).toEqual(records.tables);
});
