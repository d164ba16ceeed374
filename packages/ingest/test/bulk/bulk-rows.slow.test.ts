import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTables } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { surveyRows } from '../../src/bulk/survey-rows.ts';
import { lowersAlike, mentionsAlike } from '../../src/bulk/texts.ts';
import { openSource } from '../../src/open-source.ts';
import { bothWays, factsOf, now, surveyedByRow, writeParquet } from './both-ways.ts';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await Database.open({ threads: 2 });
  folder = await mkdtemp(join(tmpdir(), 'sdq-bulk-files-'));
});
afterAll(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

const often = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: odd });
const nulls = fc.constantFrom('', 'null', 'None', 'NaN', '-', 'n/a', ' ', '\\N', 'undefined', 'nat', ' na ');
const seconds = fc.integer({ min: 1_480_000_000, max: 1_780_000_000 });
const ids = seconds.map((second) => String((BigInt(second) << 32n) + BigInt(second % 977)));
const iso = seconds.map((second) => new Date(second * 1000).toISOString());
const texts = fc.constantFrom(
  ...['hello', 'hi #Fun #fun', '#日本 x', 'two\nlines', 'say "hi"', 'a ＃wide', 'x @ada.', 'é👆', '@@a.b @c'],
  ...['#ΣΑΣ #İ', 'a &amp; b &#35;x', 'Q&A #q&a', ' margin ', '\u00a0x', '#a#b@cd_e', '#🔥 𝓗𝓲 @𝓗𝓲𝓲', '1'],
  ...[
    'history of',
    'https://a.example/x',
    'nul\0x',
    'x\ufeff',
    '\ufeffbom',
    `#${'z'.repeat(60)}`,
    `@${'y'.repeat(60)}`,
  ],
);
const numbers = often(
  fc.constantFrom('0', '1', '97', '1000', '5000000000'),
  fc.constantFrom(
    '-1',
    '-7',
    '9223372036854775808',
    '18446744073709551615',
    '1.5',
    '12K',
    '3,5 Mio.',
    '1.234',
    'x',
  ),
);
const wholes = fc.constantFrom('UBIGINT', 'BIGINT', 'INTEGER', 'VARCHAR', 'DOUBLE', 'DECIMAL(18, 2)');
const times = fc.constantFrom(
  'TIMESTAMP',
  'TIMESTAMP WITH TIME ZONE',
  'TIMESTAMP_NS',
  'BIGINT',
  'VARCHAR',
  'DOUBLE',
  'DATE',
);
const labels = fc.oneof(texts, nulls, fc.constantFrom('Ada', 'HTTPS://x.example', 'Heard'));
const flags = often(
  fc.constantFrom('0', '1', 'true', 'false', 'yes', 'T'),
  fc.oneof(nulls, fc.constantFrom('2', ' 1', 'maybe')),
);
const lists = fc.constantFrom(
  '[]',
  '[1, 22]',
  '[7000000000000000001, NULL]',
  "['Fun', '#x']",
  "['@Ada', 'b c', NULL]",
  'Fun, x',
  '#a #B',
  'a;b|c',
  "['Σ']",
  '["j"]',
);

/** Columns of files by name: types, and texts that are cast to them. */
const columns = {
  videos: {
    content_id: [
      fc.constantFrom('UBIGINT', 'VARCHAR', 'BIGINT'),
      often(ids, fc.constantFrom('0', '12', '7506832745952218000', '99999999999999999999', 'x', '')),
    ],
    create_time: [
      times,
      fc.oneof(
        { weight: 8, arbitrary: iso },
        { weight: 4, arbitrary: seconds.map(String) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'infinity',
            '0',
            '20240131',
            '45000',
            '1700000000123',
            '2024-01-01',
            '1.2.2024',
            '1999-01-01 00:00:00',
            '2025-05-19 10:00:00.25',
            '2025-05-19T10:00:00+02:00',
          ),
        },
      ),
    ],
    desc: [fc.constant('VARCHAR'), fc.oneof(texts, nulls)],
    mentions: [fc.constantFrom('UBIGINT[]', 'VARCHAR[]', 'VARCHAR'), lists],
    hashtags: [fc.constantFrom('VARCHAR[]', 'VARCHAR'), lists],
    duration: [
      fc.constantFrom('USMALLINT', 'VARCHAR', 'DOUBLE', 'BIGINT'),
      often(
        fc.constantFrom('0', '15', '59', '180', '1500'),
        fc.constantFrom('-1', '86401', '00:31', '31s', '1.5', '99999999'),
      ),
    ],
    music_id: [
      fc.constantFrom('UBIGINT', 'VARCHAR', 'DOUBLE'),
      fc.constantFrom('0', '7000000000000000001', '7000000000000001234', '123', 'abc', '1.5'),
    ],
    music_title: [fc.constant('VARCHAR'), labels],
    views: [wholes, numbers],
    likes: [wholes, numbers],
    saves: [wholes, numbers],
    country: [
      fc.constant('VARCHAR'),
      often(fc.constantFrom('SE', 'us', 'NA'), fc.oneof(nulls, fc.constantFrom('USA', ' SE', '5'))),
    ],
    language: [
      fc.constant('VARCHAR'),
      often(
        fc.constantFrom('en', 'pt_BR', 'un', 'zh-Hans'),
        fc.oneof(nulls, fc.constantFrom('english language', 'en ')),
      ),
    ],
    is_ad: [fc.constantFrom('UTINYINT', 'BOOLEAN', 'VARCHAR', 'DOUBLE'), flags],
    author: [
      fc.constant('VARCHAR'),
      often(
        fc.constantFrom('ada', 'Ada.B', 'x_y-1'),
        fc.oneof(nulls, fc.constantFrom('@ada', 'zoë', 'https://www.tiktok.com/@zoe')),
      ),
    ],
    author_id: [fc.constantFrom('UBIGINT', 'VARCHAR'), fc.constantFrom('6825540583826768111', '12', '0', '')],
    cover_url: [
      fc.constant('VARCHAR'),
      fc.constantFrom('https://a.example/b.jpg?x=1', 'tos-a/b', '?x', 'https://é.example', 'a b', ''),
    ],
    link: [
      fc.constant('VARCHAR'),
      often(
        fc.constantFrom('', 'https://www.tiktok.com/@a/video/1'),
        fc.constantFrom('https://youtube.com/x', 'instagram', 'video'),
      ),
    ],
    source: [fc.constantFrom('VARCHAR', 'INTEGER'), fc.constantFrom('', 'a', '5')],
    fetched_at: [times, fc.oneof(iso, seconds.map(String), fc.constantFrom('0', 'infinity', 'x', ''))],
    is_video: [fc.constantFrom('UTINYINT', 'VARCHAR', 'DOUBLE'), fc.constantFrom('0', '1', 'x', '')],
    extra: [
      fc.constantFrom('VARCHAR', 'BIGINT', 'DOUBLE', 'BIGINT[]', 'STRUCT(a INTEGER)'),
      fc.constantFrom('1', '-5', '2.5 km', 'text', '[1]', "{'a': 1}", 'null'),
    ],
  },
  comments: {
    cid: [fc.constantFrom('UBIGINT', 'VARCHAR'), often(ids, fc.constantFrom('0', 'x'))],
    aweme_id: [fc.constantFrom('UBIGINT', 'VARCHAR'), often(ids, fc.constantFrom('0', ''))],
    reply_id: [fc.constantFrom('UBIGINT', 'VARCHAR'), often(ids, fc.constantFrom('0'))],
    text: [fc.constant('VARCHAR'), fc.oneof(texts, nulls)],
    create_time: [
      times,
      fc.oneof(iso, seconds.map(String), fc.constantFrom('0', 'x', '1999-01-01 00:00:00')),
    ],
    digg_count: [wholes, numbers],
    reply_comment_total: [wholes, numbers],
    comment_language: [fc.constant('VARCHAR'), fc.constantFrom('en', 'un', '')],
    author_pin: [fc.constantFrom('BOOLEAN', 'VARCHAR'), flags],
    user_hash: [fc.constant('UBIGINT'), fc.constantFrom('5', '18446744073709551615')],
  },
} as const satisfies Record<string, Record<string, readonly [fc.Arbitrary<string>, fc.Arbitrary<string>]>>;

const needed = { videos: ['content_id', 'create_time', 'views'], comments: ['cid', 'aweme_id', 'text'] };

/** A file of either kind: some columns, types, and rows that repeat some others. */
function fileOf(kind: keyof typeof columns) {
  const all: Record<string, readonly [fc.Arbitrary<string>, fc.Arbitrary<string>]> = columns[kind];
  const optional = Object.keys(all).filter((name) => !needed[kind].includes(name));
  return fc
    .subarray(optional, { minLength: 2 })
    .chain((names) => {
      const chosen = [...needed[kind], ...names];
      const entry = (at: 0 | 1) =>
        Object.fromEntries(chosen.map((name) => [name, all[name]?.[at] as fc.Arbitrary<string>]));
      const row = fc.record(
        Object.fromEntries(
          Object.entries(entry(1)).map(([name, value]) => [name, fc.option(value, { freq: 12 })]),
        ),
      );
      return fc.record({
        types: fc.record(entry(0)),
        rows: fc.array(row, { minLength: 5, maxLength: 60 }),
        repeated: fc.nat(3),
      });
    })
    .map(({ types, rows, repeated }) => ({ types, rows: [...rows, ...rows.slice(0, repeated)] }));
}

let files = 0;

/** Undefined for files that no table is for. */
async function unlessUnknown<Result>(opened: Promise<Result>): Promise<Result | undefined> {
  return await opened.catch((error: { code?: string }) => {
    if (error.code !== 'format_unknown') throw error;
    return undefined;
  });
}

test('a Parquet file becomes the same by SQL as row by row: rows, report, refusals', {
  timeout: 600_000,
}, async () => {
  let [converted, all] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: fileOf('videos') }, fileOf('comments')),
      async ({ types, rows }) => {
        const path = join(folder, `${files++}.parquet`);
        await writeParquet(database, path, types, rows as Record<string, string | null>[]);
        const became = await unlessUnknown(bothWays(database, path));
        await rm(path);
        if (became?.bulk === undefined) return;
        expect(became.bulk).toEqual(became.rows);
        converted += became.converted;
        all += rows.length;
      },
    ),
    {
      numRuns: Number(process.env.SDQ_PROPERTY_RUNS ?? 25),
      seed: 7,
      endOnFailure: process.env.SDQ_PROPERTY_RUNS === undefined,
    },
  );
  expect(converted / all).toBeGreaterThan(0.1);
});

test('a survey by SQL finds what the survey of each row finds', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fileOf('videos'), async ({ types, rows }) => {
      const path = join(folder, `${files++}.parquet`);
      await writeParquet(database, path, types, rows as Record<string, string | null>[]);
      const source = await unlessUnknown(openSource(path, { catalog: withTables([]), now }));
      if (source?.bulk === undefined || source.plan === undefined) return;
      const connection = await database.connect();
      const sample = await allRows(connection, `SELECT * FROM '${path}' LIMIT 1000`);
      const found = await surveyRows(connection, source.bulk.file, source.plan, {
        sample,
        latest: source.latestPlausible,
      });
      connection.closeSync();
      expect(found && factsOf(found)).toEqual(await surveyedByRow(source));
      await rm(path);
    }),
    { numRuns: Number(process.env.SDQ_PROPERTY_RUNS ?? 12), seed: 11 },
  );
});

test('each character that DuckDB reads otherwise than JavaScript is left to the row mapper', async () => {
  const connection = await database.connect();
  const found = await allRows<{
    code: number;
    lower: string;
    name: boolean;
    lowers: boolean;
    mentions: boolean;
  }>(
    connection,
    `SELECT code, lower(chr(code)) AS lower, regexp_matches(chr(code), '[\\p{L}\\p{N}_.]') AS name,
       ${lowersAlike('chr(code)')} AS lowers, ${mentionsAlike("('@' || chr(code))")} AS mentions
     FROM (SELECT i::INTEGER AS code FROM range(128, 1114112) AS range(i) WHERE NOT (i BETWEEN 55296 AND 57343))
     WHERE lower(chr(code)) <> chr(code) OR name OR NOT lowers OR NOT mentions OR code > 1000`,
  );
  const odd = found.filter(({ code, lower, name, lowers, mentions }) => {
    const character = String.fromCodePoint(code);
    // DuckDB's client drops the mark at the start of a text.
    const isLowered = code === 0xfeff || character.toLowerCase() === lower;
    const isName = /[\p{L}\p{N}_.]/u.test(character);
    return (!isLowered && (lowers || mentions)) || (isName !== name && mentions);
  });
  expect(odd.map(({ code }) => code.toString(16))).toEqual([]);
  connection.closeSync();
});
