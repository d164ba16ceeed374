import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  addons,
  countWithAddons,
  cursor,
  defineEndpoint,
  defineRead,
  type IndexReader,
  page,
  queryOf,
  readErrors,
  worstAddons,
} from '../../define/index.ts';
import { text } from '../../define/row-values.ts';
import { addonsOfVideos } from '../addons.ts';
import { videoAddons } from '../parameters.ts';
import { type Video, video } from '../records.ts';
import { platform, toVideo } from '../rows.ts';
import { videosOf } from '../videos-of.ts';

/** Above this number of videos, the feed is sampled from the newest ones only. */
const feedRowsMax = 500_000;
const feedDays = 45;

export const feedRead = defineRead<{ seed: string }, Video>({
  name: 'shortvideo.feed',
  identityOf: (video) => video.video_id,
  async fromIndex(index, { seed }, place) {
    const [since, lastRank, lastId] = (place ?? [await feedSince(index), null, null]) as [
      string | null,
      string | null,
      string | null,
    ];
    const after = lastRank === null ? 'true' : '(rank, video_id) > ($rank::BIGINT, $id)';
    const sampled = { seed, ...(since !== null && { since }) };
    // Weighted sampling without replacement (Efraimidis and Spirakis): rows are sorted by -ln(u)/weight
    const ranked = (columns: string, where: string) => `SELECT * FROM (
          SELECT ${columns}, (-1e12 * ln(${index.fractionOf('video_id || $seed')})
            / ln(2 + coalesce(play_count, 0)))::BIGINT AS rank
          FROM videos ${since === null ? '' : 'WHERE create_time >= $since::TIMESTAMPTZ'})
        WHERE ${where} ORDER BY rank, video_id`;
    const found = await index.page({
      platform,
      // by narrow columns: only the videos of the page are read whole
      sql: ranked('video_id', after),
      parameters: { ...sampled, ...(lastRank !== null && { rank: lastRank, id: lastId }) },
      toItem: (row) => text(row.video_id),
      whole: { sql: ranked('*', after), toItem: toVideo },
      placeOf: (row) => [since, String(row.rank), text(row.video_id)],
      // every video has a rank of its own for each seed
      ahead: {
        sql: ranked('video_id', 'true'),
        parameters: sampled,
        before: (rows) => {
          if (lastId === null) return 0;
          const last = rows.findIndex((row) => row.video_id === lastId && String(row.rank) === lastRank);
          return last < 0 ? undefined : last + 1;
        },
      },
    });
    return { ...found, items: await videosOf(index, found.items) };
  },
});

export const endpoint = defineEndpoint({
  summary: 'Get recommended videos',
  query: queryOf({ count: countWithAddons(20, 1, 'videos'), cursor, addons }),
  data: z.object({ videos: z.array(video), ...page, addons: videoAddons }),
  errors: readErrors,
  price: 'video',
  example: { query: { count: 2 }, isWrittenOnce: true },
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ count, cursor, addons: kinds }, session, addons) {
    // the seed is constant for a key during a day; a cursor keeps the day on which it was created
    const seed = createHash('sha256').update(`${session.owner} ${session.day}`).digest('hex').slice(0, 16);
    const list = await session.list(feedRead, { seed }, count, cursor);
    const { addons: found, counts } = await addonsOfVideos(list.items, kinds, session, addons);
    const data = { videos: list.items, ...session.pageFields(list), addons: found };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});

/** The time since which videos are sampled; null for all videos. */
async function feedSince(index: IndexReader): Promise<string | null> {
  if ((await index.rowCount(platform, 'videos')) <= feedRowsMax) return null;
  const [newest] = await index.rows(platform, 'SELECT max(create_time) AS at FROM videos', {}, 1);
  const at = Date.parse(text(newest?.at));
  return Number.isNaN(at) ? null : new Date(at - feedDays * 86_400_000).toISOString();
}
