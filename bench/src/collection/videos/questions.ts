import type { CollectionQuestion } from '../suite.ts';
import type { VideoDialect } from './dialect.ts';
import type { VideoConstants } from './draw-constants.ts';

type Question = CollectionQuestion<VideoDialect, VideoConstants>;

/** A question about videos without authors. */
const question = (name: string, sql: Question['sql']): Question => ({ name, sql });

const list = (d: VideoDialect, ids: readonly string[]) => ids.map(d.idLiteral).join(', ');
const inMonth = (d: VideoDialect, [from, to]: VideoConstants['month']) =>
  `create_time >= ${d.instant(from)} AND create_time < ${d.instant(to)}`;

/** Point reads and pages. */
const rows = [
  question('one by id', (d, c) => `SELECT ${d.whole} FROM ${d.table} WHERE ${d.id} = ${d.idLiteral(c.id)}`),
  question(
    '50 by id, whole rows',
    (d, c) => `SELECT ${d.whole} FROM ${d.table} WHERE ${d.id} IN (${list(d, c.ids)}) ORDER BY ${d.id}`,
  ),
  question(
    '50 by id, three numbers',
    (
      d,
      c,
    ) => `SELECT ${d.asText(d.id, 'video_id')}, ${d.plays} AS plays, ${d.likes} AS likes, ${d.shares} AS shares
      FROM ${d.table} WHERE ${d.id} IN (${list(d, c.ids)}) ORDER BY ${d.id}`,
  ),
  question(
    'the next page of 100 by id',
    (d, c) =>
      `SELECT ${d.asText(d.id, 'video_id')}, ${d.plays} AS plays, create_time FROM ${d.table}
       WHERE ${d.id} > ${d.idLiteral(c.id)} ORDER BY ${d.id} LIMIT 100`,
  ),
  question(
    'captions of a condition, 1,000 rows',
    (d, c) =>
      `SELECT ${d.asText(d.id, 'video_id')}, ${d.asRead(d.caption)} AS caption FROM ${d.table}
       WHERE ${d.region} = '${c.region}' AND ${d.likes} > ${c.likes} ORDER BY ${d.id} LIMIT 1000`,
  ),
];

/** The rows with the most of something. */
const tops = [
  question(
    'top 100 of all time, whole rows',
    (d) => `SELECT ${d.whole} FROM ${d.table} ORDER BY ${d.plays} DESC, ${d.id} LIMIT 100`,
  ),
  question(
    'top 100 of a month by likes, whole rows',
    (d, c) =>
      `SELECT ${d.whole} FROM ${d.table} WHERE ${inMonth(d, c.month)} ORDER BY ${d.likes} DESC, ${d.id} LIMIT 100`,
  ),
  question(
    'top 20 of a country by plays',
    (d, c) =>
      `SELECT ${d.asText(d.id, 'video_id')}, ${d.plays} AS plays, ${d.asRead(d.caption)} AS caption FROM ${d.table}
       WHERE ${d.region} = '${c.region}' ORDER BY ${d.plays} DESC, ${d.id} LIMIT 20`,
  ),
  question(
    'newest 100 of a language with a million plays',
    (d, c) =>
      `SELECT ${d.asText(d.id, 'video_id')}, create_time, ${d.plays} AS plays FROM ${d.table}
       WHERE language = '${c.language}' AND ${d.plays} > 1000000 ORDER BY create_time DESC, ${d.id} LIMIT 100`,
  ),
  question(
    'the most viewed of each language in a month',
    (d, c) =>
      `SELECT language, max(${d.plays}) AS best FROM ${d.table} WHERE ${inMonth(d, c.month)}
       AND ${d.knownLanguage} GROUP BY language ORDER BY language`,
  ),
];

/** Counts and sums over time and categories. */
const totals = [
  question(
    'count and sum by country and month',
    (d) =>
      `SELECT ${d.region} AS country, ${d.month()} AS month, count(*) AS videos, sum(${d.plays}) AS plays
       FROM ${d.table} GROUP BY 1, 2`,
  ),
  question('count by day', (d) => `SELECT ${d.day()} AS day, count(*) AS videos FROM ${d.table} GROUP BY 1`),
  question(
    'count by day and country',
    (d) =>
      `SELECT ${d.day()} AS day, ${d.region} AS country, count(*) AS videos FROM ${d.table} GROUP BY 1, 2`,
  ),
  question(
    'languages of a country in a month',
    (d, c) =>
      `SELECT language, count(*) AS videos, sum(${d.likes}) AS likes FROM ${d.table}
       WHERE ${d.region} = '${c.region}' AND ${inMonth(d, c.month)} AND ${d.knownLanguage} GROUP BY language`,
  ),
  question(
    'ads by language',
    (d) =>
      `SELECT language, ${d.ad} AS ad, count(*) AS videos, avg(${d.plays}) AS plays FROM ${d.table}
       WHERE ${d.knownLanguage} GROUP BY 1, 2`,
  ),
  question(
    'counts with conditions',
    (d, c) =>
      `SELECT count(*) AS videos, sum(${d.plays}) AS plays, avg(${d.comments}) AS comments, max(${d.shares}) AS shares
       FROM ${d.table} WHERE ${d.likes} > ${c.likes} AND ${d.lastsAtLeast(c.seconds)}`,
  ),
  question(
    'hours of the day of a language',
    (d, c) =>
      `SELECT ${d.hourOfDay()} AS hour, count(*) AS videos, avg(${d.likes}) AS likes FROM ${d.table}
       WHERE language = '${c.language}' GROUP BY 1`,
  ),
  question(
    'median likes by language in a month',
    (d, c) =>
      `SELECT language, ${d.quantile(d.likes, 0.5)} AS median FROM ${d.table}
       WHERE ${inMonth(d, c.month)} AND ${d.knownLanguage} GROUP BY language`,
  ),
  question(
    'likes a play by country of long videos',
    (d, c) =>
      `SELECT ${d.region} AS country, sum(${d.likes}) / sum(${d.plays}) AS share FROM ${d.table}
       WHERE ${d.lastsAtLeast(c.seconds)} AND ${d.plays} > 0 GROUP BY 1`,
  ),
  question(
    'sounds by country, distinct',
    (d, c) =>
      `SELECT ${d.region} AS country, count(DISTINCT ${d.sound}) AS sounds FROM ${d.table}
       WHERE ${inMonth(d, c.month)} AND ${d.knownSound} GROUP BY 1`,
  ),
];

const tags = [
  ...(['frequent', 'rare'] as const).map((kind) =>
    question(
      `a ${kind} tag’s newest 50, whole rows`,
      (d, c) =>
        `SELECT ${d.whole} FROM ${d.table} WHERE ${d.hasTag(c.tag[kind])} ORDER BY create_time DESC, ${d.id} LIMIT 50`,
    ),
  ),
  question(
    'a frequent tag by day',
    (d, c) =>
      `SELECT ${d.day()} AS day, count(*) AS videos, sum(${d.plays}) AS plays FROM ${d.table}
       WHERE ${d.hasTag(c.tag.frequent)} GROUP BY 1`,
  ),
  question(
    'a tag by country',
    (d, c) =>
      `SELECT ${d.region} AS country, count(*) AS videos FROM ${d.table} WHERE ${d.hasTag(c.tag.rare)} GROUP BY 1`,
  ),
  question(
    'two tags together',
    (d, c) =>
      `SELECT count(*) AS videos, max(${d.plays}) AS best FROM ${d.table}
       WHERE ${d.hasTag(c.tag.frequent)} AND ${d.hasTag(c.tag.rare)}`,
  ),
  question(
    'tags with the most plays',
    (d) =>
      `SELECT tag, count(*) AS videos, sum(plays) AS total FROM ${d.tagsOfVideos()}
       GROUP BY tag ORDER BY total DESC, tag LIMIT 20`,
  ),
];

const sounds = [
  ...(['frequent', 'rare'] as const).map((kind) =>
    question(
      `a ${kind} sound’s top 50, whole rows`,
      (d, c) =>
        `SELECT ${d.whole} FROM ${d.table} WHERE ${d.sound} = ${d.idLiteral(c.sound[kind])}
         ORDER BY ${d.plays} DESC, ${d.id} LIMIT 50`,
    ),
  ),
  question(
    'a frequent sound by month',
    (d, c) =>
      `SELECT ${d.month()} AS month, count(*) AS videos, sum(${d.plays}) AS plays FROM ${d.table}
       WHERE ${d.sound} = ${d.idLiteral(c.sound.frequent)} GROUP BY 1`,
  ),
  question(
    'sounds with the most videos',
    (d) =>
      `SELECT ${d.asText(d.sound, 'sound')}, count(*) AS videos FROM ${d.table} WHERE ${d.knownSound}
       GROUP BY ${d.sound} ORDER BY videos DESC, sound LIMIT 20`,
  ),
  question(
    'sounds of 20 videos or more by mean likes',
    (d) =>
      `SELECT ${d.asText(d.sound, 'sound')}, count(*) AS videos, avg(${d.likes}) AS mean FROM ${d.table}
       WHERE ${d.knownSound} GROUP BY ${d.sound} HAVING count(*) >= 20 ORDER BY mean DESC, sound LIMIT 20`,
  ),
];

const words = [
  question(
    'videos with a word: count',
    (d, c) => `SELECT count(*) AS videos FROM ${d.table} WHERE ${d.contains(d.caption, c.word)}`,
  ),
  question(
    'videos with a word: top 50, whole rows',
    (d, c) =>
      `SELECT ${d.whole} FROM ${d.table} WHERE ${d.contains(d.caption, c.word)}
       ORDER BY ${d.plays} DESC, ${d.id} LIMIT 50`,
  ),
  question(
    'videos with a word by month in a language',
    (d, c) =>
      `SELECT ${d.month()} AS month, count(*) AS videos FROM ${d.table}
       WHERE ${d.contains(d.caption, c.word)} AND language = '${c.language}' GROUP BY 1`,
  ),
  question(
    'titles of sounds with a word',
    (d, c) =>
      `SELECT music_title AS title, count(*) AS videos FROM ${d.table} WHERE ${d.contains('music_title', c.word)}
       GROUP BY 1 ORDER BY videos DESC, title LIMIT 20`,
  ),
];

export const videoQuestions: readonly Question[] = [
  ...rows,
  ...tops,
  ...totals,
  ...tags,
  ...sounds,
  ...words,
];
