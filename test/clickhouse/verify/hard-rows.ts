import { builtInCatalog, publicSelectList } from '@sdq/catalog';
import type { Database } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { openSnapshot } from '@sdq/index';

import { oddRows, verifyCatalog } from './odd-table.ts';

type Connection = Awaited<ReturnType<Database['connect']>>;

/** Texts that engines treat differently: case, combining characters, spaces, signs of patterns, line ends. */
const texts = [
  'ß Straße İstanbul ǅ ﬁ ŒUVRE',
  "it''s 100% a \\ back_slash k_s",
  'The line\nbreak cat',
  '',
  '   spaced\u00a0\u2003 ',
  'ΑΣ ΣΑΣ ς Kelvin K',
  '😀 emoji #tag @user_1 cafe',
  'NULL',
  'é e\u0301 ñ THE end',
  'tab\tand\rreturn 12-34',
  '-12',
  '007',
];

const times = [
  "TIMESTAMPTZ '2016-02-29 23:59:59.999999+00'",
  "TIMESTAMPTZ '1955-03-01 00:00:00.000001+00'",
  "TIMESTAMPTZ '2020-12-31 23:30:00+00'",
  "TIMESTAMPTZ '2021-01-01 00:00:00+00'",
  "TIMESTAMPTZ '1969-12-31 23:59:59.5+00'",
  'create_time',
];

const hardCount = 1_200;

/** What is changed in copies of rows, by column. NULL where a column may be, ties, extremes. */
const changes: Readonly<Record<string, string>> = {
  video_id: "'9' || lpad(i::VARCHAR, 18, '0')",
  author: "CASE WHEN i % 5 = 0 THEN NULL WHEN i % 17 = 0 THEN '' ELSE author END",
  region: "CASE WHEN i % 7 = 0 THEN NULL WHEN i % 11 = 0 THEN '' ELSE region END",
  language: 'CASE WHEN i % 6 = 0 THEN NULL ELSE language END',
  description: `([${texts.map(sqlString).join(', ')}])[1 + i % ${texts.length}]`,
  play_count:
    'CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 0 WHEN 2 THEN -5 WHEN 3 THEN 9007199254740993 WHEN 4 THEN 7 ELSE play_count END',
  like_count: 'CASE i % 8 WHEN 0 THEN NULL WHEN 1 THEN 0 WHEN 2 THEN -3 ELSE like_count END',
  hashtags:
    "CASE i % 4 WHEN 0 THEN []::VARCHAR[] WHEN 1 THEN ['dup', 'dup', 'FYP'] WHEN 2 THEN ['é', 'ß', ''] ELSE hashtags END",
  mentions: 'CASE i % 3 WHEN 0 THEN []::VARCHAR[] ELSE mentions END',
  duration_ms: 'CASE i % 10 WHEN 0 THEN NULL WHEN 1 THEN -7 ELSE duration_ms END',
  is_ad: 'CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN true ELSE false END',
  create_time: `CASE i % ${times.length} ${times.map((time, at) => `WHEN ${at} THEN ${time}`).join(' ')} END`,
};

/** Makes the tables of an index in a connection, with rows that are hard beside the generated ones. */
export async function makeTables(connection: Connection, index: string): Promise<void> {
  const snapshot = await openSnapshot(index);
  for (const table of verifyCatalog.tablesOf('shortvideo')) {
    const isOwn = builtInCatalog.find(table.platform, table.name) === undefined;
    const paths = (isOwn ? [] : snapshot.files(table)).map((file) => sqlString(snapshot.path(file)));
    const name = sqlName(table.name);
    const columns = table.columns.map((column) => `${sqlName(column.name)} ${column.type}`).join(', ');
    await connection.run(`CREATE TABLE ${name} (${columns})`);
    if (paths.length === 0) continue;
    const files = `read_parquet([${paths.join(', ')}], hive_partitioning = false)`;
    await connection.run(`INSERT INTO ${name} SELECT ${publicSelectList(table)} FROM ${files}`);
  }
  await connection.run(oddRows);
  const videos = builtInCatalog.find('shortvideo', 'videos')?.columns ?? [];
  const list = videos.map(({ name }) => `${changes[name] ?? name} AS ${name}`).join(', ');
  await connection.run(`INSERT INTO videos SELECT ${list} FROM (
    SELECT row_number() OVER (ORDER BY video_id) AS i, * FROM (SELECT * FROM videos ORDER BY hash(video_id) LIMIT ${hardCount}))`);
}
