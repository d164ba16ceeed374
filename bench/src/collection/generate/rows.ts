import { Random } from './random.ts';
import {
  countries,
  type Language,
  languages,
  someEmoji,
  someLanguage,
  tags,
  word,
  wordCount,
  words,
} from './vocabulary.ts';

/** Rows of a collection in the columns and types in which it was published, with invented values. */
export interface RowMaker {
  /** Columns with the types of DuckDB in which the file has them. */
  readonly columns: Readonly<Record<string, string>>;
  /** The row of a number, of so many, as text: columns between tabs, NULL as `\N`. */
  row(i: number, rows: number): string;
}

const unknown = '\\N';

/** The newest instant of the rows, in seconds since 1970. */
const lastSecond = 1_793_000_000;
const day = 86_400;

/** Seconds since 1970: a fifth of the rows is of the newest weeks. */
function someSecond(random: Random): number {
  const mean = random.happens(0.22) ? 14 * day : 520 * day;
  return lastSecond - 60 - Math.floor(Math.min(random.exponential(mean), 8.6 * 365 * day));
}

/** Ids have the second in the upper half. */
function idAt(second: number, low: number): string {
  return ((BigInt(second) << 32n) | BigInt(low)).toString();
}

/** Videos without authors, whose hashtags stand in captions; sounds are skewed, and a quarter is of one video only. */
const videos: RowMaker = {
  columns: {
    ...{ content_id: 'UBIGINT', create_time: 'TIMESTAMP', desc: 'VARCHAR', mentions: 'UBIGINT[]' },
    ...{ duration: 'USMALLINT', is_video: 'UTINYINT', music_id: 'UBIGINT', music_title: 'VARCHAR' },
    ...{ views: 'UBIGINT', likes: 'UBIGINT', comments: 'UBIGINT', shares: 'UBIGINT', saves: 'UBIGINT' },
    ...{ country: 'VARCHAR', language: 'VARCHAR', is_ad: 'UTINYINT' },
  },
  row(i) {
    const random = new Random(i);
    const second = someSecond(random);
    const id = idAt(second, random.bits());
    const language = someLanguage(random);
    const kind = random.share();
    let caption = '';
    if (kind >= 0.15 && kind < 0.35) caption = tags(random, 1 + random.below(7));
    else if (kind >= 0.35) {
      caption = words(random, language, wordCount(random, 1.55, 25));
      if (random.happens(0.28)) caption += ` ${someEmoji(random)}`;
      if (random.happens(0.55)) caption += ` ${tags(random, 1 + random.below(5))}`;
    }
    const mentions = random.happens(0.05)
      ? `[${6_500_000_000_000_000n + BigInt(random.rank(2_000_000, 20))}]`
      : '[]';
    const isVideo = random.happens(0.94);
    const duration = isVideo
      ? Math.floor(Math.min(3600, Math.max(3, Math.exp(2.95 + 0.85 * random.normal()))))
      : 0;
    const [sound, title] = someSound(random, id, language.place);
    const views = random.happens(0.015)
      ? 0
      : Math.floor(Math.min(3.2e9, Math.exp(6 + 2.3 * random.normal())));
    const ofViews = (mean: number, spread: number) =>
      Math.floor(views * Math.min(0.6, Math.exp(mean + spread * random.normal())));
    const country = random.happens(0.03)
      ? unknown
      : countries[random.happens(0.7) ? language.place : random.rank(countries.length, 2)];
    const code = random.happens(0.04) ? unknown : language.code;
    return [
      ...[id, second, caption, mentions, duration, isVideo ? 1 : 0, sound, title, views],
      ...[ofViews(-3, 0.9), ofViews(-6.6, 1.3), ofViews(-6.4, 1.5), ofViews(-5.8, 1.3)],
      ...[country, code, random.happens(0.012) ? 1 : 0],
    ].join('\t');
  },
};

/** The id and the title of a sound. */
function someSound(random: Random, video: string, place: number): [id: string, title: string] {
  const kind = random.share();
  if (kind > 0.97) return [unknown, unknown];
  if (kind < 0.25) {
    const id = BigInt(video) + BigInt(1 + random.below(2 ** 34));
    return [
      id.toString(),
      `original sound - ${word(languages[place] as Language, random.rank(40_000, 20))}${random.below(2_000)}`,
    ];
  }
  const rank = random.rank(4_000_000, 20);
  const ofSound = new Random(~rank);
  const id =
    6_600_000_000_000_000_000n + BigInt(ofSound.bits()) * 200_000_000n + BigInt(ofSound.below(200_000_000));
  return [id.toString(), words(ofSound, someLanguage(ofSound), 1 + ofSound.below(4))];
}

/** Comments in runs under one video, of which a quarter answers one before in its run; videos are skewed. */
const runLength = 16;
const commentsOfVideo = 15;

const comments: RowMaker = {
  columns: {
    ...{
      cid: 'UBIGINT',
      aweme_id: 'UBIGINT',
      reply_id: 'UBIGINT',
      reply_to_reply_id: 'UBIGINT',
      text: 'VARCHAR',
    },
    ...{
      create_time: 'TIMESTAMP',
      digg_count: 'BIGINT',
      reply_comment_total: 'BIGINT',
      comment_language: 'VARCHAR',
    },
    ...{ author_pin: 'BOOLEAN', is_author_digged: 'BOOLEAN', user_hash: 'UBIGINT' },
  },
  row(i, rows) {
    const run = runAt(Math.floor(i / runLength), rows);
    const place = i % runLength;
    const random = new Random(i);
    const id = commentId(run, place);
    const parent = place % 4 === 3 ? commentId(run, place - 1 - random.below(3)) : '0';
    const { language } = run;
    let text = someEmoji(random);
    if (!random.happens(0.1)) {
      const emojiAfter = random.happens(0.35) ? ` ${text}` : '';
      text = words(random, language, wordCount(random, 1.3, 25)) + emojiAfter;
    }
    const likes = Math.floor(Math.min(4e6, Math.exp(0.2 + 2 * random.normal())));
    return [
      ...[id, run.video, parent, 0, text, run.second + place * run.pace, likes],
      ...[place % 4 === 3 ? 0 : random.below(3), random.happens(0.07) ? unknown : language.code],
      ...[random.happens(0.003), random.happens(0.011), new Random(random.rank(30_000_000, 1_000)).bits()],
    ].join('\t');
  },
};

interface Run {
  readonly video: string;
  readonly second: number;
  readonly pace: number;
  readonly low: number;
  readonly language: ReturnType<typeof someLanguage>;
}

let newestRun: { readonly number: number; readonly run: Run } | undefined;

/** Neighbours share their run, which is kept. */
function runAt(number: number, rows: number): Run {
  if (newestRun?.number === number) return newestRun.run;
  const random = new Random(-1 - number);
  const ofVideo = new Random(random.rank(Math.max(1, Math.floor(rows / commentsOfVideo)), 50));
  const second = someSecond(ofVideo);
  const run: Run = {
    video: idAt(second, ofVideo.bits()),
    language: someLanguage(ofVideo),
    second: Math.min(lastSecond - 1 - runLength * 900, second + Math.floor(random.exponential(5 * day))),
    pace: 1 + random.below(900),
    low: random.bits(),
  };
  newestRun = { number, run };
  return run;
}

function commentId({ second, pace, low }: Run, place: number): string {
  return idAt(second + place * pace, (low + place * 0x9e3779b1) >>> 0);
}

export const rowMakers = { videos, comments } as const;
