export const countNames = [
  'play_count',
  'like_count',
  'comment_count',
  'share_count',
  'collect_count',
] as const;

/** A table of what videos tell besides themselves. */
interface BesideVideos {
  readonly table: string;
  /** The column of videos without which there is nothing to tell. */
  readonly needs: string;
  /** The columns of the table as those of the relation `from`, over stored videos. */
  select(stored: string): { columns: Readonly<Record<string, string>>; from: string };
}

export const besideVideos: readonly BesideVideos[] = [
  {
    table: 'shortvideo.authors',
    needs: 'author_id',
    select: (stored) => ({
      columns: {
        author_id: 'author_id',
        author: 'author',
        sec_uid: 'author_sec_uid',
        nickname: 'author_nickname',
        follower_count: 'author_follower_count',
        is_verified: 'author_verified',
      },
      from: `(FROM ${stored} WHERE author_id IS NOT NULL)`,
    }),
  },
  {
    table: 'shortvideo.music',
    needs: 'music_id',
    select: (stored) => ({
      columns: { music_id: 'music_id', title: 'music_title', author: 'music_author' },
      from: `(FROM ${stored} WHERE music_id IS NOT NULL)`,
    }),
  },
  {
    table: 'shortvideo.hashtags',
    needs: 'hashtags',
    select: (stored) => ({
      columns: { name: 'hashtag' },
      from: `(SELECT unnest(hashtags) AS hashtag, indexed_at FROM ${stored})`,
    }),
  },
];
