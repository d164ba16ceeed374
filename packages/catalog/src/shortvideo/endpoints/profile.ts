import { z } from 'zod';
import {
  addons,
  afterPlace,
  countWithAddons,
  cursor,
  defineEndpoint,
  defineRead,
  id,
  page,
  queryOf,
  type Row,
  readErrors,
  signedName,
  worstAddons,
} from '../../define/index.ts';
import { count, text, textOrNull } from '../../define/row-values.ts';
import { addonsOfVideos } from '../addons.ts';
import { videoAddons } from '../parameters.ts';
import { type Video, type VideoProfile, video, videoProfile } from '../records.ts';
import { byTime, placeByTime, platform, toVideo } from '../rows.ts';

export const profileRead = defineRead<{ username?: string; sec_uid?: string }, VideoProfile>({
  name: 'shortvideo.profile',
  async fromIndex(index, { username, sec_uid }) {
    const by = sec_uid === undefined ? 'author = $who' : 'sec_uid = $who';
    const who = sec_uid ?? username?.toLowerCase() ?? '';
    const found = await index.one(
      platform,
      `SELECT * FROM authors WHERE ${by} ORDER BY indexed_at DESC, author_id LIMIT 1`,
      { who },
      toProfile,
    );
    if (found.items.length > 0) return found;
    // an uploader without a profile record: only the columns of the videos describe it
    const beside = sec_uid === undefined ? 'author = $who' : 'author_sec_uid = $who';
    return await index.one(
      platform,
      `SELECT author, author_id, author_sec_uid AS sec_uid, author_nickname AS nickname,
         author_verified AS is_verified, author_follower_count AS follower_count
       FROM videos WHERE ${beside} ORDER BY create_time DESC, video_id LIMIT 1`,
      { who },
      toProfile,
    );
  },
});

export const profileVideosRead = defineRead<{ username: string }, Video>({
  name: 'shortvideo.profile-videos',
  identityOf: (video) => video.video_id,
  async fromIndex(index, { username }, place) {
    const after = afterPlace(place, byTime);
    return await index.page({
      platform,
      sql: `SELECT * FROM videos WHERE author = $author AND ${after.condition} ORDER BY create_time DESC, video_id`,
      parameters: { author: username.toLowerCase(), ...after.parameters },
      toItem: toVideo,
      placeOf: placeByTime,
    });
  },
});

/** The charge counts the profile as one record, and each video as another. */
export const endpoint = defineEndpoint({
  summary: 'Get a profile and its newest videos',
  query: queryOf(
    {
      username: signedName('Username without @.').optional(),
      sec_uid: id('The public secondary ID of the account.').optional(),
      count: countWithAddons(30, 0, 'videos'),
      cursor,
      addons,
    },
    ['username', 'sec_uid'],
  ),
  data: z.object({ profile: videoProfile, videos: z.array(video), ...page, addons: videoAddons }),
  errors: readErrors,
  price: 'profile',
  example: {
    find: 'SELECT author AS username FROM videos GROUP BY 1 ORDER BY count(*) DESC, 1',
    query: { count: 2 },
  },
  worst: ({ count, addons }) => ({ records: 1 + count, addons: worstAddons(addons, count) }),
  async answer({ username, sec_uid, count, cursor, addons: kinds }, session, addons) {
    const who = sec_uid === undefined ? { username: username ?? '' } : { sec_uid };
    const found = await session.required(profileRead, who, 'This account');
    const list =
      count === 0
        ? { items: [], next: undefined }
        : await session.list(profileVideosRead, { username: found.username }, count, cursor);
    const { addons: ofVideos, counts } = await addonsOfVideos(list.items, kinds, session, addons);
    const data = { profile: found, videos: list.items, ...session.pageFields(list), addons: ofVideos };
    return { data, delivered: { records: 1 + list.items.length, addons: counts } };
  },
});

function toProfile(row: Row): VideoProfile {
  return {
    username: text(row.author),
    nickname: text(row.nickname),
    sec_uid: textOrNull(row.sec_uid),
    user_id: textOrNull(row.author_id),
    bio: text(row.bio),
    avatar_url: text(row.avatar_url) || null,
    is_verified: row.is_verified === true,
    is_private: row.is_private === true,
    follower_count: count(row.follower_count),
    following_count: count(row.following_count),
    like_count: count(row.like_count),
    video_count: count(row.video_count),
  };
}
