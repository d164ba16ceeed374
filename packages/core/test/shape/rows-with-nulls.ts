import type { DuckDBConnection } from '@duckdb/node-api';
import { storedColumns, videos } from '@sdq/catalog';
import { sqlString } from '@sdq/duckdb/sql';
import type { Row } from './verdicts.ts';

const count = 120;

/** Values that the rows take in turn, as SQL; the lengths have no common factors, so that most pairs come. */
const pools: Readonly<Record<string, readonly (string | null)[]>> = {
  video_id: ['5', '42', '7000000000000000001', '007', '-1', '6', '43'].map(sqlString),
  author: ['ada', null, 'Ada', 'user0', 'user3', null, 'a', '', 'é', "o'neil", 'AB'].map(sqlOrNull),
  author_id: [null, '5', '42', null, '-1'].map(sqlOrNull),
  author_verified: ['true', 'false', null],
  description: [
    ...[
      'dance floor',
      'Dancing tag1 x',
      null,
      '',
      'the cat-dog',
      'CAT DANCE',
      'café ab',
      'x_y %',
      'dance',
      null,
    ],
    ...['kelvin \u212Aelvin', 'İstanbul dance', 'abdance floor2', 'xdancex'],
  ].map(sqlOrNull),
  create_time: [
    ...[
      '2026-01-01',
      '2026-01-31 07:30:00',
      null,
      '2025-12-31 23:59:59.999999',
      '2026-02-01',
      '2024-02-29 12:00:00',
    ],
    ...[
      '1969-12-31 05:00:00',
      '2026-01-01 00:00:00.000001',
      null,
      '1500-06-01',
      '2026-07-30',
      '0044-03-15 (BC)',
      'infinity',
    ],
  ].map((text) => text && `TIMESTAMPTZ ${sqlString(text)}`),
  play_count: ['0', '5', null, '4', '9223372036854775807', '-2', null, '3'],
  like_count: ['5', null, '1'],
  duration_ms: [null, '0', '5', '7'],
  hashtags: [
    ...[
      "['dance']",
      '[]',
      null,
      "['tag0', 'dance']",
      "['tag1', NULL]",
      '[NULL]',
      "['']",
      "['Dance', 'Dance']",
    ],
    "['tag0', 'tag1']",
  ],
  mentions: ['[]', "['dance']", null],
  music_id: ["'5'", null],
  region: ["'DE'", null, "'ada'", "'FR'", "'XX'"],
  language: ["'de'", null, "'fr'"],
  is_ad: [null, 'true', 'false', null, 'true'],
  indexed_at: ["TIMESTAMPTZ '2026-01-31'"],
};

const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'];

/** Fills `videos` with rows that lack much, and reads them back. */
export async function fillWithNulls(connection: DuckDBConnection): Promise<Row[]> {
  const columns = storedColumns(videos);
  const typed = columns.map(({ name, type }) => `"${name}" ${type}`);
  await connection.run(`CREATE TABLE videos (${typed.join(', ')})`);
  const rows = Array.from({ length: count }, (_, row) => {
    const values = columns.map(({ name }) => {
      const pool = pools[name] ?? [null];
      return pool[row % pool.length] ?? 'NULL';
    });
    return `(${values.join(', ')})`;
  });
  await connection.run(`INSERT INTO videos VALUES ${rows.join(', ')}`);
  return await readRows(connection);
}

async function readRows(connection: DuckDBConnection): Promise<Row[]> {
  const known = Object.keys(pools);
  const micros = (time: string) =>
    `CASE WHEN isinf(${time}) THEN ${2n ** 63n - 1n} ELSE epoch_us(${time}) END`;
  const list = [
    ...known.map((name) =>
      name === 'create_time' || name === 'indexed_at' ? `${micros(name)} AS ${name}` : name,
    ),
    'lower(description) AS _lower',
    'year(create_time) AS _year',
    ...units.map((unit) => `${micros(`date_trunc('${unit}', create_time)`)} AS _begin_${unit}`),
  ];
  const read = await connection.runAndReadAll(`SELECT ${list.join(', ')} FROM videos ORDER BY rowid`);
  return read.getRowObjectsJS().map((found) => {
    const plain = (name: string) => {
      const value = found[name];
      return typeof value === 'number' ? BigInt(value) : value;
    };
    return {
      values: Object.fromEntries(known.map((name) => [name, plain(name)])),
      truncated: Object.fromEntries(units.map((unit) => [unit, plain(`_begin_${unit}`)])),
      year: plain('_year'),
      lower: plain('_lower'),
    } as Row;
  });
}

function sqlOrNull(text: string | null): string | null {
  return text === null ? null : sqlString(text);
}
