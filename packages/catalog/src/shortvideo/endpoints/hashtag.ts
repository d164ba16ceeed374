import { z } from 'zod';
import {
  addons,
  afterPlace,
  countRequired,
  cursor,
  defineEndpoint,
  defineRead,
  id,
  notFound,
  page,
  queryOf,
  type Row,
  readErrors,
  signedName,
  worstAddons,
} from '../../define/index.ts';
import { count, text } from '../../define/row-values.ts';
import { addonsOfVideos } from '../addons.ts';
import { videoAddons } from '../parameters.ts';
import { type HashtagFacts, hashtagFacts, type Video, video } from '../records.ts';
import { byTime, placeByTime, platform, toVideo } from '../rows.ts';

export const hashtagRead = defineRead<{ name?: string; challenge_id?: string }, HashtagFacts>({
  name: 'shortvideo.hashtag',
  async fromIndex(index, { name, challenge_id }) {
    const by = challenge_id === undefined ? 'name = $which' : 'hashtag_id = $which';
    const which = challenge_id ?? name?.toLowerCase() ?? '';
    const found = await index.one(
      platform,
      `SELECT * FROM hashtags WHERE ${by} LIMIT 1`,
      { which },
      toHashtag,
    );
    if (found.items.length > 0 || challenge_id !== undefined) return found;
    return await index.one(
      platform,
      'SELECT hashtag AS name FROM video_hashtags WHERE hashtag = $which LIMIT 1',
      { which },
      toHashtag,
    );
  },
});

export const hashtagVideosRead = defineRead<{ name: string }, Video>({
  name: 'shortvideo.hashtag-videos',
  identityOf: (video) => video.video_id,
  async fromIndex(index, { name }, place) {
    const after = afterPlace(place, byTime);
    return await index.page({
      platform,
      sql: `SELECT * FROM videos WHERE list_contains(hashtags, $name) AND ${after.condition}
        ORDER BY create_time DESC, video_id`,
      parameters: { name: name.toLowerCase(), ...after.parameters },
      toItem: toVideo,
      placeOf: placeByTime,
    });
  },
});

export const endpoint = defineEndpoint({
  summary: 'List videos with a hashtag, newest first',
  query: queryOf(
    {
      hashtag: signedName('Hashtag without #.').optional(),
      challenge_id: id('ID of the hashtag. Overrides `hashtag`.').optional(),
      count: countRequired('videos'),
      cursor,
      addons,
    },
    ['hashtag', 'challenge_id'],
  ),
  data: z.object({ hashtag: hashtagFacts, videos: z.array(video), ...page, addons: videoAddons }),
  errors: readErrors,
  price: 'post',
  example: { query: { hashtag: 'fyp', count: 2 } },
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ hashtag: name, challenge_id, count, cursor, addons: kinds }, session, addons) {
    const which = challenge_id === undefined ? { name: name ?? '' } : { challenge_id };
    const facts = await session.one(hashtagRead, which);
    if (facts === undefined && challenge_id !== undefined) throw notFound('This hashtag');
    // a source may know the videos of a hashtag, but not its own record
    const unknown = { name: name?.toLowerCase() ?? '', challenge_id: '', view_count: 0, video_count: 0 };
    const found = facts ?? unknown;
    const list = await session.list(hashtagVideosRead, { name: found.name }, count, cursor);
    if (facts === undefined && list.items.length === 0) throw notFound('This hashtag');
    const { addons: ofVideos, counts } = await addonsOfVideos(list.items, kinds, session, addons);
    const data = { hashtag: found, videos: list.items, ...session.pageFields(list), addons: ofVideos };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});

function toHashtag(row: Row): HashtagFacts {
  return {
    name: text(row.name),
    challenge_id: text(row.hashtag_id),
    view_count: count(row.view_count),
    video_count: count(row.video_count),
  };
}
