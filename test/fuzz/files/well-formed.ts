import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { Random } from '../sql/random.ts';

/** A file that is imported without a refusal. */
export interface WellFormed {
  readonly name: string;
  readonly content: Buffer;
  /** Whether mutations of text make sense. */
  readonly isText: boolean;
}

const firstSecond = 1_600_000_000;
const words = 'sea dawn köln 東京 قمر луна fest river 🥊 "quoted" a,b c;d'.split(' ');

/** What one invented video has, from which the records of all formats are made. */
interface Video {
  readonly id: string;
  readonly second: number;
  readonly text: string;
  readonly plays: number;
  readonly likes: number;
  readonly handle: string;
  readonly number: number;
}

function videos(seed: number, count = 6): Video[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, number) => {
    const second = firstSecond + random.below(100_000_000);
    const plays = random.below(1_000_000);
    return {
      id: String((BigInt(second) << 32n) + BigInt(random.below(2 ** 31)) * 2n + 1n),
      second,
      text: `${random.pick(words)} #${random.pick(words)} ${random.pick(words)}\n@some.one`,
      plays,
      likes: random.below(plays + 1),
      handle: `invented.${random.below(40)}`,
      number,
    };
  });
}

const scraper = ({ id, second, text, plays, likes, handle }: Video) => ({
  id,
  text,
  createTime: second,
  authorMeta: { id: '6825540583826768111', name: handle, nickName: 'One', verified: false },
  musicMeta: { musicId: '6790057285814061057', musicName: 'Song', musicAuthor: 'Band', musicOriginal: false },
  videoMeta: { height: 1024, width: 576, duration: 15 },
  diggCount: likes,
  shareCount: 2,
  playCount: plays,
  commentCount: 3,
  mentions: ['@some.one'],
  hashtags: [{ id: '77', name: 'fun', title: '' }],
});

const itemStruct = ({ id, second, text, plays, likes, handle }: Video) => ({
  id,
  desc: text,
  createTime: second,
  video: { duration: 17, cover: 'https://p.example.com/c?x-expires=2' },
  author: { id: '6763395919847523111', uniqueId: handle, nickname: 'Diver', verified: true, secUid: 'MS4x' },
  stats: { diggCount: likes, shareCount: 8, commentCount: 9, playCount: plays, collectCount: '11' },
  authorStats: { followerCount: 2_400_000 },
  music: { id: '7000000000000000123', title: 'Sea', authorName: 'Ana', original: true },
  textExtra: [{ hashtagName: 'Ocean' }, { hashtagName: '', userUniqueId: 'Some.One' }],
  challenges: [{ id: '5', title: 'ocean', desc: 'about the sea' }],
});

const aweme = ({ id, second, text, plays, likes, handle }: Video) => ({
  aweme_id: id,
  desc: text,
  create_time: second,
  statistics: { play_count: plays, digg_count: likes, comment_count: 1, share_count: 2 },
  video: { duration: 9_400, cover: { uri: 'tos-x/abc', url_list: ['https://p.example.com/abc'] } },
  author: { uid: '6825540583826768222', unique_id: handle, nickname: 'Two', follower_count: null },
  music: { id_str: '6790057285814061058', title: 'Song', author: 'Band' },
  text_extra: [{ hashtag_name: 'Fun' }],
});

const ytDlp = ({ id, second, text, plays, likes, handle }: Video) => ({
  id,
  title: 'short',
  description: text,
  timestamp: second,
  view_count: plays,
  like_count: likes,
  uploader: handle,
  uploader_id: '7257424779153425111',
  duration: 9,
  thumbnails: [{ id: 'cover', url: 'https://p.example.com/c.jpeg' }],
  extractor: 'TikTok',
  extractor_key: 'TikTok',
  webpage_url: `https://www.tiktok.com/@${handle}/video/${id}`,
  epoch: second + 86_400,
});

const flat = ({ id, second, text, plays, likes, handle, number }: Video) => ({
  video_id: id,
  author: handle,
  caption: text,
  create_time: new Date(second * 1000).toISOString().replace('T', ' ').slice(0, 19),
  plays: number % 3 === 0 ? `${Math.ceil(plays / 1000)}K` : plays,
  likes,
  duration: 15 + number,
  hashtags: '["fun", "sea"]',
  is_ad: number % 2 === 0,
});

const comment = ({ id, second, text, likes, handle }: Video) => ({
  cid: `7${id.slice(1)}`,
  video_id: id,
  text,
  username: handle,
  digg_count: likes,
  create_time: second,
});

const tweet = ({ second, text, likes, handle, number }: Video) => ({
  id: String((BigInt(second) * 1000n - 1_288_834_974_657n) << 22n),
  url: `https://twitter.com/${handle.replace('.', '_')}/status/${number}`,
  date: new Date(second * 1000).toISOString(),
  rawContent: text,
  user: { id: '12345', username: handle.replace('.', '_') },
  likeCount: likes,
  retweetCount: number,
  replyCount: 0,
});

const observed = ({ id, second, text, plays }: Video) => ({
  observation: 'shortvideo.videos',
  observed_at: new Date(second * 1000 + 5000).toISOString(),
  values: {
    video_id: id,
    description: text,
    play_count: plays,
    create_time: new Date(second * 1000).toISOString(),
  },
});

const json = (value: unknown) => JSON.stringify(value);
const lines = (records: readonly object[]) => records.map((record) => `${json(record)}\n`).join('');

function csv(records: readonly object[], delimiter = ',', lineEnd = '\n'): string {
  const columns = Object.keys(records[0] ?? {});
  const field = (value: unknown) => {
    const text = String(value);
    return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = records.map((record) => Object.values(record).map(field).join(delimiter));
  return [columns.join(delimiter), ...rows, ''].join(lineEnd);
}

/** Columns of nested objects as `authorMeta.name`, lists as JSON. */
function flattened(record: object): object {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      if (Array.isArray(value)) return [[key, json(value)]];
      if (typeof value !== 'object' || value === null) return [[key, value]];
      return Object.entries(value).map(([name, member]) => [`${key}.${name}`, member]);
    }),
  );
}

/** One text of each format. */
function texts(): Record<string, string> {
  const [a, b] = [videos(1), videos(2)];
  const pages = [a, b].map((list) =>
    json({ status_code: 0, has_more: 1, aweme_list: list.map(aweme), extra: { now: 1_700_000_000_000 } }),
  );
  return {
    'tiktok-scraper': json({ headers: {}, collector: a.map(scraper), zip: '' }),
    'tiktok-scraper lines': lines(a.map(scraper)),
    'tiktok-scraper csv': csv(a.map(scraper).map(flattened)),
    'item-struct page': json({ statusCode: 0, cursor: '30', hasMore: true, itemList: a.map(itemStruct) }),
    'item-struct module': json({ ItemModule: Object.fromEntries(a.map((one) => [one.id, itemStruct(one)])) }),
    'item-struct lines': lines(b.map(itemStruct)),
    'aweme pages': pages.join('\n'),
    'aweme pretty': JSON.stringify({ data: { aweme_list: b.map(aweme) } }, null, 2),
    'yt-dlp lines': lines(a.map(ytDlp)),
    'yt-dlp playlist': json({ _type: 'playlist', id: 'x', extractor: 'tiktok:user', entries: b.map(ytDlp) }),
    observations: lines(a.map(observed)),
    'csv comma': csv(a.map(flat)),
    'csv semicolon': csv(b.map(flat), ';', '\r\n'),
    'csv tab': csv(b.map(flat), '\t'),
    'csv bar': csv(a.map(flat), '|'),
    'csv folded': csv(
      a.map((one) => ({ ...flattened(itemStruct(one)), 'hashtags/0/name': 'fun', 'hashtags/1/name': 'sea' })),
    ),
    'csv comments': csv(b.map(comment)),
    'json list': json(b.map(flat)),
    'json lines': lines(a.map(flat)),
    'json comments': json({ data: { comments: a.map(comment) } }),
    'json tweets': lines(a.map(tweet)),
  };
}

function utf16(text: string, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

async function parquet(folder: string): Promise<WellFormed[]> {
  await using database = await Database.open({ threads: 1, memoryBytesMax: 256 * 1024 * 1024 });
  const connection = await database.connect();
  const id = '(1600000000 + i * 86400) * 4294967296 + i';
  const relations = {
    'parquet flat': `SELECT (${id})::VARCHAR AS video_id, 'a' || i AS author, 'hi #fun' AS description, i * 100 AS play_count, i AS like_count, make_timestamp((1600000000 + i * 86400) * 1000000) AS create_time, ['fun', 'sea'] AS hashtags, {'a': i} AS extra FROM range(40) r(i)`,
    'parquet typed': `SELECT (${id})::BIGINT AS id, i::DOUBLE AS plays, i::DECIMAL(18, 2) AS likes, DATE '2024-01-01' + i::INTEGER AS date, i % 2 = 0 AS verified, '\\x00'::BLOB AS raw FROM range(40) r(i)`,
  };
  const files: WellFormed[] = [];
  try {
    for (const [name, relation] of Object.entries(relations)) {
      const path = join(folder, `${name}.parquet`);
      await connection.run(`COPY (${relation}) TO ${sqlString(path)} (FORMAT parquet)`);
      files.push({ name, content: await readFile(path), isText: false });
    }
  } finally {
    connection.closeSync();
  }
  return files;
}

/** Well-formed files of every format and encoding that is read; the folder is for temporary files. */
export async function wellFormedFiles(folder: string): Promise<WellFormed[]> {
  const found = Object.entries(texts());
  return [
    ...found.map(([name, text]) => ({ name, content: Buffer.from(text), isText: true })),
    ...found.flatMap(([name, text], i) =>
      i % 4 === 0
        ? [
            { name: `${name}, UTF-16LE`, content: utf16(text, false), isText: true },
            { name: `${name}, UTF-16BE`, content: utf16(text, true), isText: true },
            { name: `${name}, BOM`, content: Buffer.from(`\ufeff${text}`), isText: true },
            { name: `${name}, Latin-1`, content: Buffer.from(text, 'latin1'), isText: true },
          ]
        : [],
    ),
    ...(await parquet(folder)),
  ];
}
