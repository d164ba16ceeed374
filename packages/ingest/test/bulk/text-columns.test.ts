import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import { csvFiles, jsonFiles } from '../plain/hostile-files.ts';
import { contentBothWays } from './both-ways.ts';

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await Database.open({ threads: 1 });
  folder = await mkdtemp(join(tmpdir(), 'sdq-text-'));
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const became = (content: string | Uint8Array, batchRowsMax?: number) =>
  contentBothWays(database, folder, content, batchRowsMax);

/** Bytes that are put into a text anywhere: the structure of CSV and JSON, and what is no UTF-8. */
const bytesPut = fc.constantFrom(
  '"',
  '""',
  ',',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  '\0',
  '\\',
  '\\u',
  '{',
  '}',
  '[',
  ':',
  ' ',
  '\xff',
  '\xc3',
  'null',
  '1e5',
  '-0',
);

/** A text, mostly as it is, otherwise with bytes put in. */
const damaged = (texts: fc.Arbitrary<string>) =>
  fc
    .tuple(texts, fc.array(fc.tuple(fc.nat(), bytesPut), { maxLength: 3 }), fc.constantFrom('', '\ufeff'))
    .map(([text, puts, mark]) => {
      let bytes = Buffer.from(`${mark}${text}`);
      for (const [at, put] of puts) {
        const place = at % (bytes.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(put, 'latin1'), bytes.subarray(place)]);
      }
      return bytes;
    });

const runs = (few: number) => ({ numRuns: propertyRuns(few), seed: 5 });

test('a text file becomes the same by SQL as row by row: rows, report, refusals, guesses', {
  timeout: 600_000,
}, async () => {
  let [converted, all] = [0, 0];
  await fc.assert(
    fc.asyncProperty(damaged(fc.oneof(csvFiles, jsonFiles)), async (content) => {
      const ways = await became(content);
      if (ways?.bulk === undefined) return;
      expect(ways.bulk).toEqual(ways.rows);
      converted += ways.converted;
      all += (ways.rows.report as { records: number }).records;
    }),
    runs(30),
  );
  expect(converted / all).toBeGreaterThan(0.1);
});

const usual = {
  csv: (id: number) =>
    `${7506832745952210001n + BigInt(id)},ada,"hi #fun @bob, ""x""",2025-05-19T15:45:53Z,10,2,,14,#a #b,us`,
  local: (id: number) =>
    `${7506832745952210001n + BigInt(id)},ada,hi #fun,2025-05-19 15:45:53,10,2,,14,#a #b,us`,
  ndjson: (id: number) =>
    `{"video_id":${7506832745952210001n + BigInt(id)},"author":"ada","description":"hi \\ud83d\\ude00","create_time":1747669553,"play_count":10,"like_count":2,"is_ad":false,"duration":14,"hashtags":["a","b"],"extra":[1]}`,
};
const header =
  'video_id,author,description,create_time,play_count,like_count,share_count,duration,hashtags,region\n';

const cells = fc.constantFrom(
  ...[
    '',
    '0',
    '12K',
    '-1',
    '1.5',
    'NaN',
    'null',
    ' null ',
    '\\N',
    '<NA>',
    '999999999999999',
    '1000000000000000',
  ],
  ...[
    '2025-05-19',
    '2025-05-19T15:45:53',
    '2025-05-19 15:45:53.5+00:00',
    '2025-02-30T00:00:00Z',
    '1747669553',
  ],
  ...[
    '"a""b"',
    '"x"y',
    'a&amp;b',
    '@ada',
    '"a, b"',
    '"two\nlines"',
    '＃x',
    'İ',
    '\u2003',
    '7506832745952218000',
  ],
);
const values = fc.constantFrom(
  ...['null', '0', '-0', '1.5', '1.50', '1e3', '-1', '12345678901234567890', 'true', 'false', '"12"', '""'],
  ...[
    '"12K"',
    '"\\u00e9\\n"',
    '"\\ud83d"',
    '"\\ud83d\\ude00"',
    '"a\\u0000b"',
    '[]',
    '["a","b"]',
    '["a b"]',
    '["\\u0061"]',
  ],
  ...[
    '["a",]',
    '[1,2]',
    '{"a":"b"}',
    '{"a":}',
    '[[[]]]',
    '"2025-05-19T15:45:53Z"',
    'NaN',
    '01',
    '"a&amp;b"',
    'tru',
  ],
);

/** Rows of a kind that the first thousand do not have: the types of the columns are those of the first. */
const odd = {
  csv: fc.array(cells, { minLength: 9, maxLength: 11 }).map((row) => `7506832745952210001,${row.join(',')}`),
  ndjson: fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'video_id',
          'author',
          'description',
          'create_time',
          'play_count',
          'is_ad',
          'hashtags',
          'extra',
          'link',
          'data',
        ),
        values,
      ),
      { maxLength: 9 },
    )
    .map(
      (row) =>
        `{"video_id":"7506832745952210001",${row.map(([name, value]) => `"${name}":${value}`).join(',')}}`,
    ),
};

const later = fc.constantFrom('csv' as const, 'local' as const, 'ndjson' as const).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    rows: fc.array(kind === 'ndjson' ? odd.ndjson : odd.csv, { minLength: 1, maxLength: 30 }),
  }),
);

test('values of another kind than those of the first rows are read row by row, with the same results', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(later, async ({ kind, rows }) => {
      const first = Array.from({ length: 1000 }, (_, id) => usual[kind](id));
      const text = [...first, ...rows, usual[kind](1001)].join('\n');
      const ways = await became(`${kind === 'ndjson' ? '' : header}${text}`, 700);
      if (ways === undefined) return;
      expect(ways.bulk).toEqual(ways.rows);
      expect(ways.converted).toBeGreaterThan(1000);
    }),
    runs(3),
  );
});
