import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { Database } from '@sdq/duckdb';
import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';
import { leftOut, outcomes } from './support.ts';

/** An SQLite file with statements executed. */
function sqlite(path: string, sql: string): string {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

async function duckdb(path: string, ...statements: string[]): Promise<string> {
  await using database = await Database.open({ path, threads: 1 });
  const connection = await database.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  return path;
}

const videos = (
  id: string,
) => `CREATE TABLE "my videos" (video_id INTEGER, create_time INTEGER, views INTEGER, title TEXT, thumb BLOB);
  INSERT INTO "my videos" VALUES (${id}, 1700000000, 9007199254740993, 'a "quoted" name', x'00ff'), (5, 1700000000, NULL, NULL, NULL);
  CREATE VIEW large AS SELECT video_id, create_time, views FROM "my videos" WHERE views > 1;
  CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('hello')`;

test('SQLite: each table and view; integers are exact; the rest is told', async () => {
  await using space = await Workspace.make();
  const path = sqlite(join(space.root, 'data.db'), videos('7298765432109876543'));
  const report = await space.add([path]);
  expect(outcomes(report, space.root)).toEqual(['data.db/large: added', 'data.db/my videos: added']);
  expect(leftOut(report, space.root)).toEqual([
    'data.db/my videos.thumb: a column of binary values',
    'data.db/notes: unknown format: JSON with the keys text',
  ]);
  expect(await space.rows('SELECT video_id, play_count FROM videos ORDER BY video_id')).toEqual([
    { video_id: '5', play_count: null },
    { video_id: '7298765432109876543', play_count: '9007199254740993' },
  ]);
  expect(await space.add([path])).toMatchObject({ changed: false, snapshotId: report.snapshotId });
  expect((await readdir(space.root)).filter((name) => name.startsWith('data.db'))).toEqual(['data.db']);
});

test('DuckDB: types are kept, large numbers are exact, compressed files too', async () => {
  await using space = await Workspace.make();
  const path = await duckdb(
    join(space.root, 'data.duckdb'),
    `CREATE TABLE videos AS SELECT 170141183460469231731687303715884105727::HUGEINT - 1 AS big, 7298765432109876543 AS video_id,
       TIMESTAMPTZ '2025-05-19 15:45:53.5+02' AS create_time, 9007199254740993 AS views, ['a', 'b'] AS hashtags`,
    'CREATE SCHEMA more',
    'CREATE TABLE more.notes AS SELECT 1 AS x',
  );
  const report = await space.add([path]);
  expect(outcomes(report, space.root)).toEqual(['data.duckdb/videos: added']);
  expect(report.files[0]?.unusedFields).toMatchObject([
    { name: 'big', examples: ['170141183460469231731687303715884105726'] },
  ]);
  expect(
    await space.rows('SELECT video_id, create_time::VARCHAR AS time, play_count, hashtags FROM videos'),
  ).toEqual([
    {
      video_id: '7298765432109876543',
      time: '2025-05-19 13:45:53.5+00',
      play_count: '9007199254740993',
      hashtags: ['a', 'b'],
    },
  ]);
  expect(leftOut(report, space.root)).toEqual([
    expect.stringMatching(/^data\.duckdb\/more\.notes: unknown format/),
  ]);
  expect(await space.add([path])).toMatchObject({ changed: false });
});

test('a database in an archive is read, one that is cut is told', async () => {
  await using space = await Workspace.make();
  const path = sqlite(join(space.root, 'data.db'), videos('7'));
  const { readFile } = await import('node:fs/promises');
  const bytes = await readFile(path);
  const report = await space.add([await space.write('data.db.gz', gzipSync(bytes))]);
  expect(report.files).toMatchObject([{ accepted: 1 }, { accepted: 2 }]);
  const cut = await space.add([await space.write('cut.db', bytes.subarray(0, 5_000))]);
  expect(cut.files[0]?.error).toMatchObject({ code: 'file_malformed' });
  expect(cut.files[0]?.error?.message).toMatch(/^The database ".*cut\.db" cannot be read: .+/);
});

test('views of a hostile file read no other file, write none, and end after a time', async () => {
  await using space = await Workspace.make();
  const secret = await space.write('secret.csv', 'video_id,create_time,views\n1,1700000000,5\n');
  const evil = await duckdb(
    join(space.root, 'evil.duckdb'),
    `CREATE VIEW stolen AS SELECT * FROM read_csv('${secret}')`,
  );
  const report = await space.add([evil]);
  expect(report.changed).toBe(false);
  expect(report.files[0]?.error?.message.replace(space.root, '')).toMatch(
    /^The database "\/evil\.duckdb\/stolen" cannot be read: Permission Error/,
  );
  const endless = await duckdb(
    join(space.root, 'endless.duckdb'),
    'CREATE VIEW v AS SELECT count(*) AS views FROM range(100000000000) a, range(1000) b',
  );
  const late = await space.add([endless], { limits: { tableMsMax: 500 } });
  expect(late.files[0]?.error?.message).toBe(`"${endless}/v" was not read within 0.5 s`);
  const loop = sqlite(
    join(space.root, 'loop.db'),
    'CREATE VIEW v AS WITH RECURSIVE n(video_id) AS (SELECT 1 UNION ALL SELECT video_id + 1 FROM n) SELECT video_id FROM n',
  );
  const limited = await space.add([loop], { limits: { bytesMax: 100_000 } });
  expect(limited.files[0]?.error?.code).toBe('source_limit');
});

test('a file that only begins like a database', async () => {
  await using space = await Workspace.make();
  const path = join(space.root, 'x.db');
  writeFileSync(path, `SQLite format 3\0${'x'.repeat(2_000)}`);
  const report = await space.add([path]);
  expect(report.files[0]?.error?.message).toBe(
    `The database "${path}" cannot be read: file is not a database`,
  );
});
