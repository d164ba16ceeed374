import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { withDiskFull } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import { makeManifest, publish, takeWriteLock } from '@sdq/index';
import { generateDefined } from './defined.ts';
import { IndexWriter } from './index-writer.ts';
import { generateMicro } from './micro/index.ts';
import { allotMonths } from './months.ts';
import { generateNetwork } from './network/index.ts';
import { checkFolder, type GenerateOptions, stagingOf, unfinishedMark, withDefaults } from './options.ts';
import { generatePhoto } from './photo/index.ts';
import { makePools } from './pools/index.ts';
import type { ReportStep } from './progress.ts';
import { RandomSql } from './random.ts';
import type { Recipe } from './recipe.ts';
import { generateRemovals } from './removals.ts';
import { scaleFor } from './scale.ts';
import { generateShortvideo } from './shortvideo/index.ts';

export interface GenerateResult {
  snapshotId: string;
  /** Statistics by `platform.table`. */
  tables: Record<string, { rows: number; bytes: number; files: number }>;
  elapsedMs: number;
}

/**
 * Generates a new index of invented data, and publishes it when it is complete. No real people are in it.
 * Deterministic: the same seed, numbers of rows, profile and `until` give the same bytes, regardless of the number of threads.
 *
 * Errors: `usage_error` for options out of range and for a directory that is not empty, `index_locked`; when `signal`
 * is aborted, its reason. After an error the directory contains no index.
 */
export async function generateIndex(options: GenerateOptions): Promise<GenerateResult> {
  return await withDiskFull({ path: options.out }, () => generate(options));
}

async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const settings = withDefaults(options);
  const startedAt = performance.now();
  options.signal?.throwIfAborted();
  await checkFolder(settings.out);
  await using _lock = await takeWriteLock(settings.out);
  await checkFolder(settings.out); // another process may have created an index meanwhile
  const staging = stagingOf(settings.out);
  await mkdir(staging, { recursive: true });
  await writeFile(unfinishedMark(settings.out), '');
  let manifest: ReturnType<typeof makeManifest>;
  try {
    const writer = await writeTables(settings, staging, options);
    manifest = makeManifest({ parent: null, tables: Object.fromEntries(writer.files), sources: [] });
    await publish(settings.out, manifest);
  } catch (error) {
    await rm(join(settings.out, 'data'), { recursive: true, force: true });
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  const tables = Object.entries(manifest.tables).map(
    ([id, { rows, bytes, files }]) => [id, { rows, bytes, files: files.length }] as const,
  );
  return {
    snapshotId: manifest.snapshot_id,
    tables: Object.fromEntries(tables),
    elapsedMs: performance.now() - startedAt,
  };
}

async function writeTables(
  settings: ReturnType<typeof withDefaults>,
  staging: string,
  { onProgress, signal }: GenerateOptions,
): Promise<IndexWriter> {
  const { memoryBytesMax, profile, rows, otherRows, seed, until } = settings;
  // With a single thread DuckDB splits row groups at other positions, and the bytes would differ.
  const threads = Math.max(2, settings.threads);
  await using database = await Database.open({ threads, memoryBytesMax, temporaryDirectory: staging });
  const connection = await database.connect();
  const writer = new IndexWriter(settings.out);
  const recipe: Recipe = {
    seed,
    random: new RandomSql(seed),
    scale: scaleFor(rows, profile, otherRows),
    months: allotMonths(rows, until),
    until: Math.floor(until.getTime() / 1000),
    connection,
    writer,
    staging,
  };
  const report: ReportStep = (phase, done, total) => {
    signal?.throwIfAborted();
    onProgress?.({ phase, done, total, rows: writer.rows });
  };
  using _interrupt = interruptOn(signal, connection);
  try {
    await makePools(recipe, report);
    await generateNetwork(recipe, report);
    await generatePhoto(recipe, report);
    await generateMicro(recipe, report);
    await generateRemovals(recipe, report);
    await generateDefined(recipe, report);
    await generateShortvideo(recipe, database, report);
    report('publish', 0, 1);
  } finally {
    connection.closeSync();
  }
  return writer;
}

/** Interrupts a running statement when the caller aborts, instead of waiting until it is complete. */
function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): Disposable {
  const interrupt = () => connection.interrupt();
  signal?.addEventListener('abort', interrupt);
  return { [Symbol.dispose]: () => signal?.removeEventListener('abort', interrupt) };
}
