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
const run = { sdq, duckdb, clickhouse }[task.contestant];
const start = performance.now();
const rows = await run(task);
const wallMs = performance.now() - start;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const cost: ImportCost = {
  cpuMs: (userCPUTime + systemCPUTime) / 1000,
  wallMs,
  peakBytes: maxRSS * 1024,
  rows,
};
process.stdout.write(`${JSON.stringify(cost)}\n`, () => process.exit());

async function sdq({ path, into }: ImportTask): Promise<number> {
  const report = await addFiles({ index: join(into, 'index'), files: [path] });
  const [file] = report.files;
  if (file?.error !== undefined) throw file.error;
  return file?.accepted ?? 0;
}

/** The columns of the file with types, sorted by ID, as one Parquet file. */
async function duckdb({ format, path, into }: ImportTask): Promise<number> {
  await using database = await Database.open({ threads: 2, temporaryDirectory: into });
  const connection = await database.connect();
  const types = names.map((name) => (/count|duration/.test(name) ? 'BIGINT' : 'VARCHAR'));
  const columns = `{${names.map((name, i) => `${name}: '${name === 'create_time' ? 'TIMESTAMPTZ' : types[i]}'`).join(', ')}}`;
  const source =
    format === 'csv'
      ? `SELECT * FROM read_csv(${sqlString(path)}, header = true, columns = ${columns})`
      : format === 'ndjson'
        ? `SELECT * FROM read_json(${sqlString(path)}, format = 'newline_delimited', columns = ${columns
            .replace("create_time: 'TIMESTAMPTZ'", "create_time: 'BIGINT'")
            .replace("hashtags: 'VARCHAR'", "hashtags: 'VARCHAR[]'")})`
        : `SELECT * FROM read_json(${sqlString(path)}, format = 'newline_delimited')`;
  const key = format === 'aweme' ? 'aweme_id' : format === 'csv' || format === 'ndjson' ? 'video_id' : 'id';
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
