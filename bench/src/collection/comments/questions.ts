import type { CollectionQuestion } from '../suite.ts';
import type { CommentDialect } from './dialect.ts';
import type { CommentConstants } from './draw-constants.ts';

type Question = CollectionQuestion<CommentDialect, CommentConstants>;

const question = (name: string, sql: Question['sql']): Question => ({ name, sql });

const list = (d: CommentDialect, ids: readonly string[]) => ids.map(d.idLiteral).join(', ');
const between = (d: CommentDialect, from: string, to: string) =>
  `create_time >= ${d.instant(from)} AND create_time < ${d.instant(to)}`;
const ofVideo = (d: CommentDialect, id: string) => `${d.video} = ${d.idLiteral(id)}`;

const byId = [
  question('one by id', (d, c) => `SELECT ${d.whole} FROM ${d.table} WHERE ${d.id} = ${d.idLiteral(c.id)}`),
  question(
    '50 by id',
    (d, c) => `SELECT ${d.whole} FROM ${d.table} WHERE ${d.id} IN (${list(d, c.ids)}) ORDER BY ${d.id}`,
  ),
  question(
    'the answers to a comment',
    (d, c) =>
      `SELECT ${d.whole} FROM ${d.table} WHERE ${d.parent} = ${d.idLiteral(c.parent)} ORDER BY create_time, ${d.id} LIMIT 50`,
  ),
];

const byVideo = [
  ...(['frequent', 'rare'] as const).map((kind) =>
    question(
      `by video: the newest 50 of one with ${kind === 'frequent' ? 'many' : 'few'}`,
      (d, c) =>
        `SELECT ${d.whole} FROM ${d.table} WHERE ${ofVideo(d, c.video[kind])} ORDER BY create_time DESC, ${d.id} LIMIT 50`,
    ),
  ),
  question(
    'by video: the most liked 20',
    (d, c) =>
      `SELECT ${d.whole} FROM ${d.table} WHERE ${ofVideo(d, c.video.frequent)} ORDER BY ${d.likes} DESC, ${d.id} LIMIT 20`,
  ),
  question(
    'by video: count, likes and first',
    (d, c) =>
      `SELECT count(*) AS n, sum(${d.likes}) AS likes, min(create_time) AS first FROM ${d.table}
       WHERE ${ofVideo(d, c.video.frequent)}`,
  ),
  question(
    'by video: counts of 20 videos',
    (d, c) =>
      `SELECT ${d.asText(d.video, 'video')}, count(*) AS n FROM ${d.table} WHERE ${d.video} IN (${list(d, c.videos)})
       GROUP BY ${d.video}`,
  ),
];

const byTime = [
  question(
    'by time: the newest 100 before an instant',
    (d, c) =>
      `SELECT ${d.asText(d.id, 'comment')}, create_time, ${d.likes} AS likes FROM ${d.table}
       WHERE create_time < ${d.instant(c.time)} ORDER BY create_time DESC, ${d.id} LIMIT 100`,
  ),
  question(
    'by time: the first 100 of an hour, whole rows',
    (d, c) =>
      `SELECT ${d.whole} FROM ${d.table} WHERE ${between(d, c.time, c.hourLater)} ORDER BY create_time, ${d.id} LIMIT 100`,
  ),
  question(
    'by time: counts of an hour by language',
    (d, c) =>
      `SELECT ${d.language} AS lang, count(*) AS n FROM ${d.table}
       WHERE ${between(d, c.time, c.hourLater)} AND ${d.knownLanguage} GROUP BY 1`,
  ),
  question(
    'by time: the most liked 50 of 30 days',
    (d, c) =>
      `SELECT ${d.asText(d.id, 'comment')}, ${d.likes} AS likes FROM ${d.table}
       WHERE ${between(d, c.time, c.monthLater)} ORDER BY ${d.likes} DESC, ${d.id} LIMIT 50`,
  ),
  question('count by day', (d) => `SELECT ${d.day()} AS day, count(*) AS n FROM ${d.table} GROUP BY 1`),
];

const totals = [
  question(
    'the most liked 100 of all time, whole rows',
    (d) => `SELECT ${d.whole} FROM ${d.table} ORDER BY ${d.likes} DESC, ${d.id} LIMIT 100`,
  ),
  question(
    'count and likes by language and month',
    (d) =>
      `SELECT ${d.language} AS lang, ${d.month()} AS month, count(*) AS n, sum(${d.likes}) AS likes FROM ${d.table}
       WHERE ${d.knownLanguage} GROUP BY 1, 2`,
  ),
  question(
    'counts with conditions',
    (d, c) =>
      `SELECT count(*) AS n, avg(${d.replies}) AS replies FROM ${d.table} WHERE ${d.likes} > ${c.likes}`,
  ),
  question(
    'videos with the most comments',
    (d) =>
      `SELECT ${d.asText(d.video, 'video')}, count(*) AS n FROM ${d.table} GROUP BY ${d.video}
       ORDER BY n DESC, video LIMIT 20`,
  ),
];

const words = [
  question(
    'comments with a word: count',
    (d, c) => `SELECT count(*) AS n FROM ${d.table} WHERE ${d.contains('text', c.word)}`,
  ),
  question(
    'comments with a word: the most liked 50',
    (d, c) =>
      `SELECT ${d.whole} FROM ${d.table} WHERE ${d.contains('text', c.word)} ORDER BY ${d.likes} DESC, ${d.id} LIMIT 50`,
  ),
  question(
    'comments with a word in a language by day, 30 days',
    (d, c) =>
      `SELECT ${d.day()} AS day, count(*) AS n FROM ${d.table} WHERE ${d.contains('text', c.word)}
       AND ${d.language} = '${c.language}' AND ${between(d, c.time, c.monthLater)} GROUP BY 1`,
  ),
];

export const commentQuestions: readonly Question[] = [...byId, ...byVideo, ...byTime, ...totals, ...words];
