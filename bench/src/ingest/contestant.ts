/** Imports one file in a process of its own and prints what it cost: its argument is an {@link ImportTask}. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { addFiles } from '@sdq/ingest';
import type { SourceFormat } from './source-files.ts';

export interface ImportTask {
  readonly contestant: 'sdq' | 'duckdb' | 'clickhouse';
  readonly format: SourceFormat;
  readonly path: string;
  /** An empty folder. */
  readonly into: string;
  /** The folder in which ClickHouse's package is installed. */
  readonly packages: string;
}

export interface ImportCost {
  /** CPU of the process from its start, user and system, in milliseconds. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakBytes: number;
  readonly rows: number;
  /** CPU of sdq's stages in milliseconds. */
  readonly stages?: ImportStages | undefined;
}

/** CPU of the parts of an import in milliseconds. */
export interface ImportStages {
  /** The process until the import begins. */
  readonly start: number;
  /** Format, columns of text, ambiguous values, hash, and rows that are mapped one by one beside converted ones. */
  readonly look: number;
  /** Values of all rows, and their files: sorted ones of converted rows. */
  readonly rows: number;
  /** The files of other rows, and the tables that are derived. */
  readonly tables: number;
}

interface Chdb {
  Session: new (
    path: string,
  ) => {
    queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  };
}

const names =
  'video_id author description create_time play_count like_count comment_count share_count collect_count duration hashtags region'.split(
    ' ',
  );
const task = JSON.parse(process.argv[2] ?? '{}') as ImportTask;
let stages: ImportStages | undefined;
const run = { sdq, duckdb, clickhouse }[task.contestant];
const start = performance.now();
const rows = await run(task);
const wallMs = performance.now() - start;
const { maxRSS } = process.resourceUsage();
const cost: ImportCost = {
  cpuMs: cpuMs(),
  wallMs,
  peakBytes: maxRSS * 1024,
  rows,
  stages,
};
process.stdout.write(`${JSON.stringify(cost)}\n`, () => process.exit());

async function sdq({ path, into }: ImportTask): Promise<number> {
  const begun = new Map([['look', cpuMs()]]);
  const report = await addFiles({
    index: join(into, 'index'),
    files: [path],
    onProgress: ({ phase }) => {
      const stage = phase === 'read' ? 'rows' : phase === 'merge' ? 'tables' : undefined;
      if (stage !== undefined && !begun.has(stage)) begun.set(stage, cpuMs());
    },
  });
  const end = cpuMs();
  const [look = 0, rows = end, tables = end] = ['look', 'rows', 'tables'].map((stage) => begun.get(stage));
  stages = { start: look, look: rows - look, rows: tables - rows, tables: end - tables };
  const [file] = report.files;
  if (file?.error !== undefined) throw file.error;
  return file?.accepted ?? 0;
}

/** CPU of the process from its start. */
function cpuMs(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1000;
}

/** What sdq stores of the videos of a collection, as DuckDB's own functions read it; a tag ends as in captions. */
function ofCollection(path: string): string {
  return `SELECT content_id::VARCHAR AS video_id, coalesce("desc", '') AS description,
    create_time::TIMESTAMPTZ AS create_time, views::BIGINT AS play_count, likes::BIGINT AS like_count,
    comments::BIGINT AS comment_count, shares::BIGINT AS share_count, saves::BIGINT AS collect_count,
    duration::INTEGER * 1000 AS duration_ms, regexp_extract_all(lower("desc"), '#([^\\s#@.,!?;:]+)', 1) AS hashtags,
    mentions::VARCHAR[] AS mentions, nullif(music_id, 0)::VARCHAR AS music_id, music_title, country AS region,
    language, is_ad = 1 AS is_ad
    FROM ${sqlString(path)}`;
}

/** The columns of the file with types, sorted by ID, as one Parquet file. */
async function duckdb({ format, path, into }: ImportTask): Promise<number> {
  await using database = await Database.open({ threads: 2, temporaryDirectory: into });
  const connection = await database.connect();
  const types = names.map((name) => (/count|duration/.test(name) ? 'BIGINT' : 'VARCHAR'));
  const columns = `{${names.map((name, i) => `${name}: '${name === 'create_time' ? 'TIMESTAMPTZ' : types[i]}'`).join(', ')}}`;
  const source =
    format === 'collection'
      ? ofCollection(path)
      : format === 'csv'
        ? `SELECT * FROM read_csv(${sqlString(path)}, header = true, columns = ${columns})`
        : format === 'ndjson'
          ? `SELECT * FROM read_json(${sqlString(path)}, format = 'newline_delimited', columns = ${columns
              .replace("create_time: 'TIMESTAMPTZ'", "create_time: 'BIGINT'")
              .replace("hashtags: 'VARCHAR'", "hashtags: 'VARCHAR[]'")})`
          : `SELECT * FROM read_json(${sqlString(path)}, format = 'newline_delimited')`;
  const keys: Partial<Record<SourceFormat, string>> = {
    aweme: 'aweme_id',
    'tiktok-scraper': 'id',
    'item-struct': 'id',
  };
  const key = keys[format] ?? 'video_id';
  const result = await connection.runAndReadAll(
    `COPY (${source} ORDER BY ${key}) TO ${sqlString(join(into, 'rows.parquet'))} (FORMAT parquet, COMPRESSION zstd)`,
  );
  return Number(result.getRowsJson()[0]?.[0]);
}

/** The columns of the file into a MergeTree table ordered by ID. */
async function clickhouse({ format, path, into, packages }: ImportTask): Promise<number> {
  const { Session } = createRequire(join(packages, 'package.json'))('chdb') as Chdb;
  const session = new Session(join(into, 'clickhouse'));
  const types = names.map((name) => {
    if (name === 'hashtags' && format === 'ndjson') return 'Array(String)';
    if (/count|duration/.test(name)) return 'Nullable(Int64)';
    return name === 'create_time' && format === 'ndjson'
      ? 'Int64'
      : name === 'video_id'
        ? 'String'
        : 'Nullable(String)';
  });
  const columns = names.map((name, i) => `${name} ${types[i]}`).join(', ');
  const query = async (sql: string) => (await session.queryAsync(sql, { format: 'TSV' })).bytes();
  await query('CREATE DATABASE IF NOT EXISTS bench');
  await query(`CREATE TABLE bench.videos (${columns}) ENGINE = MergeTree ORDER BY video_id`);
  const input = format === 'csv' ? 'CSVWithNames' : 'JSONEachRow';
  await query(
    `INSERT INTO bench.videos SELECT * FROM file(${sqlString(path)}, ${input}, ${sqlString(columns)}) SETTINGS max_threads = 2`,
  );
  return Number(Buffer.from(await query('SELECT count() FROM bench.videos')).toString());
}
