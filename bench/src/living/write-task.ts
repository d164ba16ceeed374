import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { videos } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlString, sqlStrings } from '@sdq/duckdb/sql';
import type { Snapshot } from '@sdq/index';
import type { WriteCost, WriteTask } from './writer.ts';

const program = fileURLToPath(new URL('writer.ts', import.meta.url));
const timeoutMs = 3_600_000;
/** TypeScript is compiled once: an installed program does not do it at each start. The thread pool is that of the command `sdq`. */
export const writerEnvironment = {
  ...process.env,
  NODE_COMPILE_CACHE: join(tmpdir(), 'sdq-bench-compiled'),
  UV_THREADPOOL_SIZE: '16',
};

/** Adds or compacts in a process of its own. */
export async function writeOnce(task: WriteTask): Promise<WriteCost> {
  const words = ['--conditions=@sdq/source', program, JSON.stringify(task)];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    timeout: timeoutMs,
    env: writerEnvironment,
  });
  return JSON.parse(stdout) as WriteCost;
}

export interface ObservationFile {
  readonly path: string;
  readonly again: number;
  readonly fresh: number;
  readonly seed: number;
}

/**
 * Writes what a crawler that fetched videos again would: videos of all months with higher counts, and new ones, all
 * observed at the same time, which grows with `seed`. The same for the same snapshot and seed.
 */
export async function writeObservations(
  snapshot: Snapshot,
  { path, again, fresh, seed }: ObservationFile,
): Promise<void> {
  await using database = await Database.open();
  const connection = await database.connect();
  await connection.run(`COPY (
    ${observedAgain(seed)} FROM (${someRows(snapshot, again, seed)})
    UNION ALL SELECT * REPLACE ((9 - ${seed} % 2) || lpad('${seed}', 4, '0') || video_id[6:] AS video_id,
      ${observedAt(seed)} AS ${videos.observedBy}) FROM (${someRows(snapshot, fresh, -seed)})
    ) TO ${sqlString(path)} (FORMAT parquet)`);
  connection.closeSync();
}

/**
 * Writes files of observations of `perFile` videos each, no video in two of them, as {@link writeObservations} does, with one
 * pass over the rows; the times of observation follow one another from `seed` on. Returns their paths in order.
 */
export async function writeObservationFiles(
  snapshot: Snapshot,
  { folder, files, perFile, seed }: { folder: string; files: number; perFile: number; seed: number },
): Promise<string[]> {
  await using database = await Database.open();
  const connection = await database.connect();
  await connection.run(`CREATE TEMP TABLE chosen AS ${someRows(snapshot, files * perFile, seed)}`);
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (let at = 0; at < files; at++) {
    const path = join(folder, `${at}.parquet`);
    await connection.run(`COPY (
      ${observedAgain(seed + at)} FROM chosen WHERE rowid BETWEEN ${at * perFile} AND ${(at + 1) * perFile - 1}
      ) TO ${sqlString(path)} (FORMAT parquet)`);
    paths.push(path);
  }
  connection.closeSync();
  return paths;
}

/** So many videos of a snapshot, chosen by a hash. */
function someRows(snapshot: Snapshot, count: number, salt: number): string {
  const paths = snapshot.files(videos).map((file) => snapshot.path(file));
  return `SELECT * EXCLUDE (_older) FROM read_parquet(${sqlStrings(paths)}, hive_partitioning = false, union_by_name = true)
    ORDER BY hash(video_id, ${salt}) LIMIT ${count}`;
}

/** The list of a SELECT that gives videos with higher counts and a later observation. */
function observedAgain(seed: number): string {
  return `SELECT * REPLACE (coalesce(play_count, 0) + (hash(video_id, ${seed}) % 5000)::BIGINT AS play_count,
    coalesce(like_count, 0) + 7 AS like_count, ${observedAt(seed)} AS ${videos.observedBy})`;
}

/** The observation time of a file of observations, as SQL. */
export function observedAt(seed: number): string {
  return `TIMESTAMPTZ '2026-11-01 01:00:00+00' + INTERVAL ${seed} MINUTE`;
}
