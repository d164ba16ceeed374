import { type ApiServer, startApiServer } from './api-server.ts';

/** The reseller's API with one account of `count` videos, each with `count` comments. */
export async function startScrapeCreatorsServer(count: number): Promise<ApiServer> {
  const videos = Array.from({ length: count }, (_, at) => ({
    aweme_id: String(7_500_000_000_000_000_001n + BigInt(at)),
    desc: `No ${at} #Sol`,
    create_time: 1_780_000_000 - at * 3_600,
    region: 'SE',
    desc_language: at % 2 === 0 ? 'sv' : 'un',
    is_ads: false,
    statistics: { play_count: 90, digg_count: at, comment_count: count, share_count: 3, collect_count: 2 },
    video: { duration: 12_040, cover: { uri: 'c', url_list: [`https://p.example/${at}.jpg`] } },
    author: {
      uid: '6800000000000000001',
      unique_id: 'Maja',
      sec_uid: 'MS4x',
      nickname: 'Maja H.',
      follower_count: at === 0 ? 232 : 0,
      custom_verify: 'yes',
    },
    music: { id_str: '7038475063498387901', title: 'Song', author: 'Band' },
    text_extra: [{ hashtag_name: 'Sol' }, { user_id: '1' }],
  }));
  const comments = Array.from({ length: count }, (_, at) => ({
    cid: String(7_600_000_000_000_000_001n + BigInt(at)),
    text: `hi ${at}`,
    create_time: 1_780_000_100 + at,
    digg_count: at,
    reply_comment_total: 1,
    user: {
      uid: '7',
      unique_id: 'bo',
      nickname: 'Bo',
      avatar_thumb: { url_list: ['https://p.example/bo.jpg'] },
    },
  }));
  const user = {
    id: '6800000000000000001',
    uniqueId: 'Maja',
    nickname: 'Maja H.',
    secUid: 'MS4x',
    signature: 'about Maja',
    avatarLarger: 'https://p.example/maja.jpg',
    verified: true,
    privateAccount: true,
  };
  const stats = { followerCount: 232, followingCount: 17, heartCount: 27_155_089, videoCount: count };
  const nobody = { status: 404, body: { success: false, error: 'not_found', message: 'no such account' } };
  return await startApiServer(({ path, query, headers }) => {
    if (headers['x-api-key'] !== 'secret') return { status: 401, body: { success: false, error: 'key' } };
    const from = Number(query.get('max_cursor') ?? query.get('cursor') ?? 0);
    const page = { has_more: from + 4 < count ? 1 : 0, status_code: 0 };
    switch (path) {
      case '/v1/tiktok/profile':
        return query.get('handle')?.toLowerCase() === 'maja'
          ? { body: { success: true, user, stats } }
          : nobody;
      case '/v3/tiktok/profile/videos':
        return { body: { ...page, aweme_list: videos.slice(from, from + 4), max_cursor: from + 4 } };
      case '/v1/tiktok/search/hashtag':
        if (query.get('hashtag') !== 'sol') return { body: { aweme_list: [], has_more: 0 } };
        return { body: { ...page, aweme_list: videos.slice(from, from + 4), cursor: from + 4 } };
      case '/v1/tiktok/video/comments':
        return { body: { ...page, comments: comments.slice(from, from + 4), cursor: from + 4 } };
      default:
        return nobody;
    }
  });
}
