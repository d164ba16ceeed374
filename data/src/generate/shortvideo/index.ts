import type { Database } from '@sdq/core';
import { makeCaptions } from '../pools/captions.ts';
import { makeNameHalves } from '../pools/name-halves.ts';
import { makePlaces } from '../pools/places.ts';
import { makeSounds } from '../pools/sounds.ts';
import { makeTagSets } from '../pools/tag-sets.ts';
import { makeWords } from '../pools/words.ts';
import { tableNamed } from '../index-writer.ts';
import type { Month } from '../months.ts';
import type { ReportStep } from '../progress.ts';
import type { Recipe } from '../recipe.ts';
import { authors } from './authors.ts';
import { comments } from './comments.ts';
import { hashtags } from './hashtags.ts';
import { music } from './music.ts';
import { videoHashtagsOf } from './video-hashtags.ts';
import { videoStatsOf } from './video-stats.ts';
import { videosOfMonth } from './videos.ts';

/** In the order in which each needs the ones before. */
const pools = [makeWords, makePlaces, makeNameHalves, makeCaptions, makeTagSets, makeSounds];

/** Small months are written side by side: what they wait for is the disk. Large ones would share the memory. */
const monthsAtOnce = 4;
const rowsOfSmallMonthMax = 20_000;

/** Makes all tables of the short-video platform. */
export async function generateShortvideo(recipe: Recipe, database: Database, report: ReportStep): Promise<void> {
  for (const [done, makePool] of pools.entries()) {
    report('pools', done, pools.length);
    await makePool(recipe);
  }
  await generateVideos(recipe, database, report);
  await writeObservations(recipe, report);
  const tables = { authors, hashtags, music, comments };
  for (const [done, [name, query]] of Object.entries(tables).entries()) {
    report(name, done, Object.keys(tables).length);
    await recipe.writer.write(recipe.connection, tableNamed('shortvideo', name), null, await query(recipe));
  }
}

/** Each month's videos, their hashtags, and the observations of a sample of them, which are kept for later. */
async function generateVideos(recipe: Recipe, database: Database, report: ReportStep): Promise<void> {
  const { months, connection } = recipe;
  await connection.run(`
    CREATE TABLE observations (video_id VARCHAR, observed_at TIMESTAMPTZ, play_count BIGINT, like_count BIGINT,
      comment_count BIGINT, share_count BIGINT, collect_count BIGINT, source VARCHAR)`);
  const waiting = [...months];
  let done = 0;
  const work = async () => {
    using own = await connectionOf(database);
    for (let month = waiting.shift(); month !== undefined; month = waiting.shift()) {
      report('videos', done, months.length);
      await generateMonth({ ...recipe, connection: own.connection }, month);
      done++;
    }
  };
  const isSmall = months.every((month) => month.rows <= rowsOfSmallMonthMax);
  await Promise.all(Array.from({ length: isSmall ? monthsAtOnce : 1 }, work));
}

async function connectionOf(database: Database) {
  const connection = await database.connect();
  return { connection, [Symbol.dispose]: () => connection.closeSync() };
}

async function generateMonth(recipe: Recipe, month: Month): Promise<void> {
  const { connection, writer } = recipe;
  if (month.rows === 0) return;
  const videos = tableNamed('shortvideo', 'videos');
  const file = await writer.write(connection, videos, month.label, videosOfMonth(recipe, month));
  if (file === null) return;
  const derived = videoHashtagsOf(writer, file);
  await writer.write(connection, tableNamed('shortvideo', 'video_hashtags'), month.label, derived);
  await connection.run(`INSERT INTO observations ${videoStatsOf(recipe, file)}`);
}

/** Observations are filed by the month in which they were made, which may be later than the video's. */
async function writeObservations(recipe: Recipe, report: ReportStep): Promise<void> {
  const { connection, writer } = recipe;
  const table = tableNamed('shortvideo', 'video_stats');
  const month = `strftime(observed_at, '%Y-%m')`;
  const reader = await connection.runAndReadAll(`SELECT DISTINCT ${month} FROM observations ORDER BY 1`);
  const labels = reader.getRows().map(([label]) => String(label));
  for (const [done, label] of labels.entries()) {
    report('video_stats', done, labels.length);
    await writer.write(connection, table, label, `SELECT * FROM observations WHERE ${month} = '${label}'`);
  }
}
