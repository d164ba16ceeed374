import type { AddOptions } from '../../src/add-report.ts';

/** A file as its owner has it, and what must come of the first command. */
export interface ThirdPartyFile {
  readonly file: string;
  /** Columns that must have the values of `rowsOf`, by table. */
  readonly table: keyof typeof rowsOf;
  readonly columns: string;
  /** Values in which this file differs, by column, one for each row. */
  readonly differ?: Readonly<Record<string, readonly unknown[]>>;
  /** The code and text of the error of the first command; the rows come with the options of `mend`. */
  readonly refused?: { readonly code: string; readonly hint: RegExp; readonly mend?: Partial<AddOptions> };
}

const [first, second, third] = [
  {
    video_id: '7380686551045767891',
    author: 'mira.invented',
    description: 'Sunrise at the lake #morning #lake',
  },
  { video_id: '7387343749342333444', author: 'otto_nobody', description: 'How to bake bread #baking' },
  { video_id: '7398081168347654321', author: 'mira.invented', description: 'No tags here' },
];

/** The invented records that all files are of, in the order of their creation. */
export const rowsOf = {
  videos: [
    {
      ...first,
      create_time: '2024-06-15 11:13:20+00',
      play_count: '1234567',
      like_count: '45678',
      comment_count: '321',
      share_count: '98',
      collect_count: '12',
      duration_ms: 15_000,
      hashtags: ['morning', 'lake'],
    },
    {
      ...second,
      create_time: '2024-07-03 09:46:40+00',
      play_count: '8900',
      like_count: '410',
      comment_count: '17',
      share_count: '3',
      collect_count: '5',
      duration_ms: 62_000,
      hashtags: ['baking'],
    },
    {
      ...third,
      create_time: '2024-08-01 08:13:20+00',
      play_count: '502',
      like_count: '20',
      comment_count: '0',
      share_count: '0',
      collect_count: '0',
      duration_ms: 9_000,
      hashtags: [],
    },
  ],
  micro_tweets: [
    {
      id: '1565127293653745664',
      username: 'mira_invented',
      content: 'Lake at dawn #morning',
      created_at: '2022-09-01 00:00:00+00',
      like_count: '45',
      retweet_count: '6',
    },
    {
      id: '1565503104688848896',
      username: 'otto_nobody',
      content: 'Bread @mira_invented',
      created_at: '2022-09-02 00:53:20+00',
      like_count: '4',
      retweet_count: '0',
    },
  ],
  photo_posts: [
    {
      id: 'C8QxInvent1',
      username: 'mira.invented',
      caption: 'Lake #morning',
      created_at: '2024-06-15 11:13:20+00',
      like_count: '4567',
      comment_count: '32',
    },
    {
      id: 'C8QxInvent2',
      username: 'otto.nobody',
      caption: 'Bread',
      created_at: '2024-07-03 09:46:40+00',
      like_count: '41',
      comment_count: '1',
    },
  ],
} as const;

const times = 'video_id author description play_count like_count';
const usual = `${times} comment_count share_count create_time hashtags`;
const all = `${usual} collect_count duration_ms`;
const minutes = {
  create_time: ['2024-06-15 11:13:00+00', '2024-07-03 09:46:00+00', '2024-08-01 08:13:00+00'],
};
const days = {
  create_time: ['2024-06-15 00:00:00+00', '2024-07-03 00:00:00+00', '2024-08-01 00:00:00+00'],
};
const rounded = { play_count: ['1200000', '8900', '502'], like_count: ['45700', '410', '20'] };
const video = (file: string, columns = usual, differ?: ThirdPartyFile['differ']): ThirdPartyFile => ({
  file,
  table: 'videos',
  columns,
  ...(differ && { differ }),
});

export const thirdPartyFiles: readonly ThirdPartyFile[] = [
  // Answers of paid APIs.
  video('ensembledata-keyword.json', all),
  video('rapidapi-scraptik-search.json', all),
  video('lamatok-media-by-id.ndjson', all),
  video('data365-posts.json'),
  video('sociavault-profile-videos.json', all),
  video('phyllo-contents.json', all),
  video('scrapecreators-videos.json', all),
  video('oxylabs-posts.json', all),
  video('decodo-posts.json', all),
  video('proscraper-posts.json', usual),
  video('hybrid-api-responses.ndjson', all),
  // What programs and databases write.
  video('by-video-id.json'),
  video('pandas-to-json.json', `${times} create_time`),
  video('pandas-to-json-split.json', `${times} create_time`),
  video('nested-lines.ndjson', `${usual} duration_ms`),
  video('mongoexport.ndjson'),
  video('pandas-index.csv', usual, { comment_count: ['321', '17', null] }),
  video('wide.csv'),
  video('two-tables.csv', `${times} create_time`),
  // Programs that scrape pages.
  video('octoparse.csv', `${times} comment_count create_time`, { ...rounded, ...days }),
  video('parsehub.csv', `${times} create_time`, { ...rounded, ...days }),
  video('traktok.csv', `${usual} duration_ms`),
  // Tools for analytics.
  video('tiktok-studio-content.csv', `${usual} collect_count`),
  {
    file: 'tiktok-studio-overview.csv',
    table: 'videos',
    columns: '',
    refused: { code: 'format_unknown', hint: /no column has the ID or the address of a video/ },
  },
  video('exolyt.csv', all, minutes),
  video('pentos.csv', 'video_id author play_count like_count comment_count share_count create_time', minutes),
  video('sprout-post-performance.csv', usual, minutes),
  video('hootsuite.csv'),
  video('metricool.csv', `${usual} duration_ms`, minutes),
  video('brandwatch-mentions.csv'),
  video('meltwater.csv', usual, minutes),
  {
    file: 'crowdtangle-instagram.csv',
    table: 'photo_posts',
    columns: 'id username caption created_at like_count comment_count',
  },
  {
    file: 'meta-content-library-instagram.csv',
    table: 'photo_posts',
    columns: '',
    refused: { code: 'format_unknown', hint: /of facebook\.com, which no table is for.*own-tables/ },
  },
  {
    file: 'kaggle-claims.csv',
    table: 'videos',
    columns: '',
    refused: {
      code: 'format_unknown',
      hint: /no column has the creation time.*--table video_stats --observed-at/,
    },
  },
  // R packages for posts.
  {
    file: 'academictwitter-tidy.csv',
    table: 'micro_tweets',
    columns: 'id username content created_at like_count retweet_count',
  },
  {
    file: 'rtweet.csv',
    table: 'micro_tweets',
    columns: 'id username content created_at like_count retweet_count',
  },
  // Headers in other languages, numbers and dates as the countries write them.
  video('spanish.csv', all),
  video('german-excel.csv', all, minutes),
  video('french.csv', all, minutes),
  video('portuguese.csv', all, minutes),
  video('russian.csv', all),
  video('turkish.csv', all, { ...rounded, ...minutes }),
  video('arabic.csv', usual, minutes),
  video('chinese.csv', all, {
    ...minutes,
    play_count: ['1234000', '8900', '502'],
    like_count: ['45000', '410', '20'],
  }),
  video('japanese.csv', all, minutes),
  video('korean.csv', all, minutes),
];
