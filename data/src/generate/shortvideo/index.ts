import type { DuckDBConnection } from '@duckdb/node-api';
import type { Database } from '@sdq/duckdb';
import { tableNamed } from '../index-writer.ts';
import { batchesOf, type Month } from '../months.ts';
import type { ReportStep } from '../progress.ts';
import type { Recipe } from '../recipe.ts';
import { authors } from './authors.ts';
import { comments } from './comments.ts';
import { hashtags } from './hashtags.ts';
import { music } from './music.ts';
import { transcripts } from './transcripts.ts';
import { videoHashtagsOf } from './video-hashtags.ts';
import { createObservations, videoStatsOf } from './video-stats.ts';
import { videosOfMonths } from './videos.ts';

const videos = tableNamed('shortvideo', 'videos');
const videoHashtags = tableNamed('shortvideo', 'video_hashtags');
const videoStats = tableNamed('shortvideo', 'video_stats');

/** Small files are written concurrently, because writing them is limited by disk latency. */
const filesAtOnce = 6;

/** Generates all tables of the short-video platform. */
export async function generateShortvideo(
  recipe: Recipe,
  database: Database,
  report: ReportStep,
): Promise<void> {
  await generateVideos(recipe, database, report);
  await writeObservations(recipe, database, report);
  const tables = { authors, hashtags, music, comments, transcripts };
  for (const [done, [name, query]] of Object.entries(tables).entries()) {
    report(name, done, Object.keys(tables).length);
    await recipe.writer.write(recipe.connection, tableNamed('shortvideo', name), null, await query(recipe));
  }
}

/** The videos of each month, their hashtags, and the observations of a sample of them, which are buffered. */
async function generateVideos(recipe: Recipe, database: Database, report: ReportStep): Promise<void> {
  const { connection, months } = recipe;
  await connection.run(createObservations);
  let done = 0;
  for (const batch of batchesOf(months)) {
    report('videos', done, months.length);
    await (batch.length === 1 ? generateMonth(recipe, batch) : generateMonths(recipe, database, batch));
    done += batch.length;
  }
}

/** A large month is streamed to its file; a temporary table would require its size in memory. */
async function generateMonth(recipe: Recipe, batch: readonly Month[]): Promise<void> {
  const { connection, writer } = recipe;
  const [month] = batch;
  if (month === undefined) return;
  const file = await writer.write(connection, videos, month.label, videosOfMonths(recipe, batch));
  if (file === null) return;
  const source = writer.scan(videos, file);
  await writer.write(connection, videoHashtags, month.label, videoHashtagsOf(source));
  await connection.run(`INSERT INTO observations ${videoStatsOf(recipe, source)}`);
}

/** Small months are generated together, because planning the query takes longer than executing it. */
async function generateMonths(recipe: Recipe, database: Database, batch: readonly Month[]): Promise<void> {
  const { connection, writer } = recipe;
  await connection.run(`CREATE OR REPLACE TABLE batch AS ${videosOfMonths(recipe, batch)}`);
  await connection.run(`INSERT INTO observations ${videoStatsOf(recipe, 'batch')}`);
  await inParallel(database, batch, async (own, { label }) => {
    const source = `(SELECT * FROM batch WHERE month = '${label}')`;
    await writer.write(own, videos, label, `SELECT * FROM ${source}`);
    await writer.write(own, videoHashtags, label, videoHashtagsOf(source));
  });
  await connection.run('DROP TABLE batch');
}

/** Calls `work` for all items with limited concurrency. Each call has its own connection. */
async function inParallel<Item>(
  database: Database,
  items: readonly Item[],
  work: (connection: DuckDBConnection, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workOff = async () => {
    const connection = await database.connect();
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
        await work(connection, item);
    } catch (error) {
      waiting.length = 0;
      throw error;
    } finally {
      connection.closeSync();
    }
  };
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(filesAtOnce, items.length) }, workOff),
  );
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Observations are partitioned by the month in which they were made, which may be later than that of the video. */
async function writeObservations(recipe: Recipe, database: Database, report: ReportStep): Promise<void> {
  const { connection, writer } = recipe;
  const reader = await connection.runAndReadAll(`SELECT DISTINCT month FROM observations ORDER BY 1`);
  const labels = reader.getRows().map(([label]) => String(label));
  let done = 0;
  await inParallel(database, labels, async (own, label) => {
    report('video_stats', done, labels.length);
    await writer.write(own, videoStats, label, `SELECT * FROM observations WHERE month = '${label}'`);
    done++;
  });
}
