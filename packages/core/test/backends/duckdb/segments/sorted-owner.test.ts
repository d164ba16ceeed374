import { builtInCatalog, type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { buildIndex, type Engine, openEngine } from '@sdq/core';
import { Database } from '@sdq/duckdb';
import { makeManifest, openSnapshot, type Profile, publish } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeTableFile } from '../../../../../../packages/index/src/files/write-table-file.ts';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { keyFilesOf } from '../../../../src/backends/duckdb/candidates/key-files.ts';

function tableOf(platform: string, name: string): CatalogTable {
  const table = builtInCatalog.find(platform, name);
  if (table === undefined) throw new Error(`no table ${name}`);
  return table;
}

const comments = tableOf('shortvideo', 'comments');

const columns: Readonly<Record<string, string>> = {
  comment_id: "'c' || lpad((hash(i) % 1000000000)::VARCHAR, 9, '0')",
  video_id: '(7600000000000000000 + hash(i + 1) % 40)::VARCHAR',
  text: "'text ' || i",
  create_time:
    "CASE WHEN i % 50 = 0 THEN NULL ELSE TIMESTAMPTZ '2026-01-01' + to_hours((hash(i + 2) % 900)::INTEGER) END",
  like_count: '(hash(i + 3) % 100)::BIGINT',
  indexed_at: "TIMESTAMPTZ '2026-06-01'",
};

async function writeComments(root: string, rows: number): Promise<void> {
  await using database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  const list = storedColumns(comments).map(({ name }) => `${columns[name] ?? 'NULL'} AS "${name}"`);
  const relation = `(SELECT ${list.join(', ')}, NULL AS _older FROM range(${rows}) AS numbers(i))`;
  const file = await writeTableFile(connection, root, comments, null, relation);
  connection.closeSync();
  const tables = { [tableId(comments)]: file === null ? [] : [file] };
  await publish(root, makeManifest({ parent: null, tables, sources: [] }));
}

const video = '7600000000000000007';
const newest = `SELECT comment_id, text, create_time FROM comments WHERE video_id = '${video}' AND create_time IS NOT NULL ORDER BY create_time DESC, comment_id LIMIT 5`;
const questions = [
  newest,
  `SELECT comment_id FROM comments WHERE video_id = '${video}' ORDER BY create_time DESC, comment_id LIMIT 20`,
  `SELECT comment_id, like_count FROM comments WHERE video_id = '${video}' ORDER BY like_count DESC, comment_id LIMIT 5`,
  `SELECT count(*) AS n, sum(like_count) AS likes, min(create_time) AS first FROM comments WHERE video_id = '${video}'`,
  `SELECT video_id AS video, count(*) AS n FROM comments WHERE video_id IN ('${video}', '7600000000000000009', 'none') GROUP BY 1 ORDER BY 1`,
  "SELECT count(*) AS n FROM comments WHERE video_id = 'none'",
];

test('by the column that sorts base files, the compact profile has a key file and nothing else', async () => {
  await using folder = await temporaryDirectory();
  await using unbuilt = await temporaryDirectory();
  const index = folder.path;
  for (const root of [index, unbuilt.path]) await writeComments(root, 4_000);
  const filesOf = async (profile: Profile) => {
    await buildIndex({ index, profile, smallTables: true });
    const [segment] = (await openSnapshot(index)).segments(comments);
    return { structures: Object.keys(segment?.structures ?? {}), files: segment?.key_files ?? {} };
  };
  const full = await filesOf('full');
  const compact = await filesOf('compact');
  expect(Object.keys(compact.files)).toEqual(['key', 'by_video_id']);
  expect(full.structures).toContain('by_video_id');
  expect(compact.structures).not.toContain('by_video_id');
  expect(compact.files.by_video_id).toEqual(full.files.by_video_id);

  await using engine = await openEngine({ index, isolation: 'in-process' });
  await using plain = await openEngine({ index: unbuilt.path, isolation: 'in-process' });
  const ask = async (asked: Engine) =>
    await Promise.all(questions.map(async (sql) => await (await asked.query(sql)).toArray()));
  expect(await ask(engine)).toEqual(await ask(plain));
  const { rules } = await engine.explain(newest);
  expect(rules.filter(({ fired }) => fired).map(({ note }) => note)).toContainEqual(
    expect.stringContaining('the key file by_video_id'),
  );
  for (const root of [index, unbuilt.path])
    await changeRows(root, comments, {
      written: `SELECT * REPLACE (TIMESTAMPTZ '2026-07-01' AS create_time) FROM living WHERE like_count < 9
      UNION ALL SELECT * REPLACE (comment_id || 'x' AS comment_id) FROM living WHERE like_count = 11`,
      removed: 'like_count > 90',
    });
  for (const each of [engine, plain]) await each.refresh();
  expect(await ask(engine)).toEqual(await ask(plain));
});

test('a table whose key begins with the column that sorts it has no second key file by it', () => {
  const names = (platform: string, name: string) =>
    keyFilesOf(tableOf(platform, name), undefined, 'compact').map((file) => file.name);
  expect(names('shortvideo', 'videos')).toEqual(['key']);
  expect(names('shortvideo', 'video_stats')).toEqual(['key']);
  expect(names('network', 'posts')).toEqual(['key', 'by_author']);
});
