import { builtInCatalog, storedColumns, tableId } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { writeTableFile } from '../../packages/index/src/files/write-table-file.ts';
import { type FileEntry, makeManifest } from '../../packages/index/src/manifest/manifest.ts';
import { publish } from '../../packages/index/src/publish/publish.ts';

/** Columns of `videos` by name, as SQL over `i`; columns left out are NULL. */
export type VideoColumns = Readonly<Record<string, string>>;

const usual: VideoColumns = {
  video_id: '(7000000000000000000 + hash(i) % 1000000000000)::VARCHAR',
  author: "CASE WHEN i % 11 = 0 THEN NULL ELSE 'user' || (i % 17) END",
  description: "CASE WHEN i % 5 = 0 THEN '' ELSE 'caption ' || (i % 9) || ' 🎈 #tag' || (i % 4) END",
  create_time: "TIMESTAMPTZ '2025-11-01' + to_hours((hash(i + 1) % 5000)::INTEGER)",
  play_count: 'CASE WHEN i % 13 = 0 THEN NULL ELSE (hash(i + 2) % 1000)::BIGINT END',
  like_count: '(hash(i + 3) % 100)::BIGINT',
  hashtags: "['tag' || (i % 4), 'tag' || (i % 3)]",
  region: "['DE', 'FR', 'VN', NULL][1 + (i % 4)]",
  indexed_at: "TIMESTAMPTZ '2026-06-01'",
};

/** Publishes an index with `rows` invented videos, a file per month, and the tables derived from them. */
export async function writeSmallIndex(root: string, rows: number, columns: VideoColumns = {}): Promise<void> {
  await using database = await Database.open();
  const connection = await database.connect();
  const tables: Record<string, FileEntry[]> = {};
  for (const table of builtInCatalog.tables.filter(
    ({ name, platform }) => platform === 'shortvideo' && ['videos', 'video_hashtags'].includes(name),
  )) {
    const sql = { ...usual, ...columns };
    const select = storedColumns(table).map(({ name }) => `${sql[name] ?? 'NULL'} AS "${name}"`);
    await connection.run(
      table.derivedFrom === undefined
        ? `CREATE TABLE source AS SELECT ${select.join(', ')}, NULL AS _older FROM range(${rows}) AS numbers(i)`
        : `CREATE TABLE derived AS ${table.derivedFrom.sql}`,
    );
    const from = table.derivedFrom === undefined ? 'source' : 'derived';
    const months = await connection.runAndReadAll(
      `SELECT DISTINCT strftime(create_time, '%Y-%m') FROM ${from} ORDER BY 1`,
    );
    const files: FileEntry[] = [];
    for (const [month] of months.getRows()) {
      const relation = `(SELECT * FROM ${from} WHERE strftime(create_time, '%Y-%m') = '${String(month)}')`;
      const file = await writeTableFile(connection, root, table, String(month), relation);
      if (file !== null) files.push(file);
    }
    tables[tableId(table)] = files;
  }
  connection.closeSync();
  await publish(root, makeManifest({ parent: null, tables, sources: [] }));
}
