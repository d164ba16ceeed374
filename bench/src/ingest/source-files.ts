import { access, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { tableFiles } from '@sdq/index';
import { ensureIndex } from '../data/ensure-index.ts';
import { locations } from '../data/locations.ts';

/** The formats of files that are measured, in the order of the report. */
export const sourceFormats = [
  'collection',
  'csv',
  'ndjson',
  'tiktok-scraper',
  'item-struct',
  'aweme',
] as const;
export type SourceFormat = (typeof sourceFormats)[number];

/** A file to import. */
export interface SourceFile {
  readonly format: SourceFormat;
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
}

const counts = 'play_count, like_count, comment_count, share_count, collect_count';
const seconds = 'epoch(create_time)::BIGINT';
const address = (name: string) =>
  `'https://media.example/' || video_id || '/${name}.jpeg?x-expires=1733130000'`;
/** Addresses and sizes as responses have them for each quality, which no table stores. */
const qualities = `list_transform(range(8), lambda i: {GearName: 'adapt_' || i, Bitrate: 90000 * (i + 1), QualityType: i,
  PlayAddr: {Uri: 'v09044' || video_id, UrlList: [${address('play')}, ${address('backup')}], DataSize: 1000003 * (i + 1), Width: 576, Height: 1024}})`;
const tags = 'list_transform(hashtags, lambda tag: {hashtagName: tag, type: 1, start: 0, "end": 0})';

/** A SELECT of each format's records over the table `videos`. */
const selects: Readonly<Record<SourceFormat, string>> = {
  // The columns and types of a public collection of 4.5 billion videos.
  collection: `SELECT video_id::UBIGINT AS content_id, make_timestamp(epoch_us(create_time)) AS create_time, description AS "desc", []::UBIGINT[] AS mentions,
    (duration_ms // 1000)::USMALLINT AS duration, 1::UTINYINT AS is_video, coalesce(music_id::UBIGINT, 0) AS music_id, music_title,
    play_count::UBIGINT AS views, like_count::UBIGINT AS likes, comment_count::UBIGINT AS comments, share_count::UBIGINT AS shares, collect_count::UBIGINT AS saves,
    region AS country, language, coalesce(is_ad, false)::UTINYINT AS is_ad`,
  csv: `SELECT video_id, author, description, strftime(create_time, '%Y-%m-%dT%H:%M:%SZ') AS create_time, ${counts},
    duration_ms // 1000 AS duration, list_aggregate(list_transform(hashtags, lambda tag: '#' || tag), 'string_agg', ' ') AS hashtags, region`,
  ndjson: `SELECT video_id, author, description, ${seconds} AS create_time, ${counts}, duration_ms // 1000 AS duration, hashtags, region`,
  'tiktok-scraper': `SELECT video_id AS id, description AS "text", ${seconds} AS "createTime",
    {id: author_id, "name": author, nickName: author_nickname, verified: author_verified, avatar: ${address('avatar')}} AS "authorMeta",
    {musicId: music_id, musicName: music_title, musicAuthor: music_author, coverLarge: ${address('music')}} AS "musicMeta",
    {"default": ${address('cover')}, origin: ${address('origin')}, "dynamic": ${address('moving')}} AS covers,
    ${address('video')} AS "videoUrl", {height: 1024, width: 576, duration: duration_ms // 1000} AS "videoMeta",
    like_count AS "diggCount", share_count AS "shareCount", play_count AS "playCount", comment_count AS "commentCount",
    false AS downloaded, mentions, list_transform(hashtags, lambda tag: {id: '', "name": tag, title: '', cover: ''}) AS hashtags`,
  'item-struct': `SELECT video_id AS id, description AS "desc", ${seconds} AS "createTime",
    {id: author_id, uniqueId: author, nickname: author_nickname, secUid: author_sec_uid, verified: author_verified, avatarLarger: ${address('avatar')}} AS author,
    {id: music_id, title: music_title, authorName: music_author, coverLarge: ${address('music')}} AS music,
    {playCount: play_count, diggCount: like_count, commentCount: comment_count, shareCount: share_count, collectCount: collect_count} AS stats,
    {duration: duration_ms // 1000, cover: ${address('cover')}, playAddr: ${address('play')}, bitrateInfo: ${qualities}} AS video,
    ${tags} AS "textExtra"`,
  aweme: `SELECT video_id AS aweme_id, description AS "desc", ${seconds} AS create_time,
    {uid: author_id, unique_id: author, nickname: author_nickname, sec_uid: author_sec_uid, avatar_larger: {uri: video_id, url_list: [${address('avatar')}]}} AS author,
    {id_str: music_id, title: music_title, author: music_author} AS music,
    {play_count: play_count, digg_count: like_count, comment_count: comment_count, share_count: share_count, collect_count: collect_count} AS statistics,
    {duration: duration_ms, cover: {uri: video_id, url_list: [${address('cover')}]}, bit_rate: ${qualities}, big_thumbs: ${qualities}} AS video,
    list_transform(hashtags, lambda tag: {hashtag_name: tag, type: 1}) AS text_extra, region`,
};

const extensions: Partial<Record<SourceFormat, string>> = { collection: 'parquet', csv: 'csv' };
const writing: Partial<Record<SourceFormat, string>> = {
  collection: 'FORMAT parquet, COMPRESSION zstd',
  csv: 'FORMAT csv, HEADER',
};
const flat: readonly SourceFormat[] = ['collection', 'csv', 'ndjson'];

/** Nested files have fewer records, which are larger. */
const nestedShare = 1 / 4;

/** Writes the files of a number of generated videos in no order, unless they exist. */
export async function ensureSourceFiles(
  { count: rows, text: rowsText }: { readonly count: number; readonly text: string },
  onProgress: (text: string) => void,
): Promise<SourceFile[]> {
  const { snapshot } = await ensureIndex({
    directory: locations.index(rowsText),
    rows,
    build: false,
    onProgress,
  });
  const videos = builtInCatalog.find('shortvideo', 'videos');
  if (videos === undefined) throw new Error('There is no table of videos');
  const stored = snapshot.files(videos).map(({ schema, ...file }) => ({ path: snapshot.path(file), schema }));
  const folder = locations.ingestFiles(rowsText);
  await mkdir(folder, { recursive: true });
  await using database = await Database.open();
  const connection = await database.connect();
  const files: SourceFile[] = [];
  for (const format of sourceFormats) {
    const limit = flat.includes(format) ? rows : Math.floor(rows * nestedShare);
    const path = join(folder, `${format}.${extensions[format] ?? 'json'}`);
    const isWritten = await access(path).then(
      () => true,
      () => false,
    );
    if (!isWritten) {
      onProgress(`writing ${format}`);
      const relation = `${selects[format]} FROM ${tableFiles(videos, stored)} ORDER BY hash(video_id) LIMIT ${limit}`;
      const how = writing[format] ?? 'FORMAT json';
      await connection.run(`COPY (${relation}) TO ${sqlString(`${path}.tmp`)} (${how})`);
      await rename(`${path}.tmp`, path);
    }
    files.push({ format, path, bytes: (await stat(path)).size, rows: limit });
  }
  connection.closeSync();
  return files;
}
