import { type ApiAnswer, type ApiServer, startApiServer } from './api-server.ts';

/** Videos and comments with ids that no double holds, as text: the server writes them as bare numbers. */
export interface TiktokVideo {
  id: string;
  username: string;
  hashtag: string;
  /** Days before today. */
  age: number;
}

const ok = '"error":{"code":"ok","message":"","log_id":"1"}';

function failure(status: number, code: string, message = ''): ApiAnswer {
  return { status, body: { data: {}, error: { code, message, log_id: '1' } } };
}

export const tiktokFaults = {
  rate: failure(429, 'rate_limit_exceeded'),
  quota: failure(429, 'daily_quota_limit_exceeded'),
  token: failure(401, 'access_token_invalid'),
  internal: failure(500, 'internal_error'),
};

/** The Research API over invented videos: pages of `pageSize` at most, empty ones before the end when told so. */
export async function startTiktokServer(options: {
  videos: readonly TiktokVideo[];
  comments: readonly { id: string; parent: string }[];
  pageSize: number;
}): Promise<ApiServer> {
  const { videos, comments, pageSize } = options;
  const text = (video: TiktokVideo) => {
    const time = (Math.floor(Date.now() / 86_400_000) - video.age) * 86_400;
    return `{"id":${video.id},"username":"${video.username}","video_description":"of ${video.id}","create_time":${time},"view_count":5,"like_count":2,"music_id":7038475063498387901,"hashtag_names":["${video.hashtag}"],"region_code":"SE","video_duration":12,"favorites_count":1,"comment_count":4,"share_count":3,"voice_to_text":"said in ${video.id}"}`;
  };
  return await startApiServer(
    ({ path, body, query, headers }) => {
      if (path === '/v2/oauth/token/') {
        return { body: { access_token: 'clt.one', expires_in: 7200, token_type: 'Bearer' } };
      }
      if (headers.authorization !== 'Bearer clt.one') return tiktokFaults.token;
      if (!query.get('fields')) return failure(400, 'invalid_params', 'fields are missing');
      const asked = JSON.parse(body) as Record<string, string>;
      if (path === '/v2/research/user/info/') {
        if (asked.username !== 'maja')
          return failure(400, 'invalid_params', 'user cannot be found: not found');
        const data = {
          display_name: 'Maja',
          bio_description: 'about Maja',
          avatar_url: 'https://p.example/maja.jpg',
          follower_count: 232,
          following_count: 17,
          video_count: 23,
          is_verified: true,
          likes_count: 27_155_089,
        };
        return { body: { data, error: { code: 'ok', message: '', log_id: '1' } } };
      }
      const start = Number(asked.cursor ?? 0);
      const size = Math.min(Number(asked.max_count), pageSize);
      if (path === '/v2/research/video/comment/list/') {
        if (!/"video_id":\d+[,}]/.test(body)) return failure(400, 'invalid_params', 'video_id is no int64');
        const [, id = ''] = /"video_id":(\d+)/.exec(body) ?? [];
        const page = comments.slice(start, start + size);
        const items = page.map(
          (each) =>
            `{"id":${each.id},"video_id":${id},"parent_comment_id":${each.parent},"text":"hi","create_time":1671491598,"like_count":3,"reply_count":2}`,
        );
        const more = start + size < comments.length;
        return { body: `{"data":{"comments":[${items}],"cursor":${start + size},"has_more":${more}},${ok}}` };
      }
      const { and } = asked.query as unknown as { and: { field_name: string; field_values: string[] }[] };
      const [condition] = and;
      const dateOf = (day: string) =>
        Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
      const [from, to] = [dateOf(asked.start_date ?? ''), dateOf(asked.end_date ?? '')];
      if (to - from > 30 * 86_400_000) return failure(400, 'invalid_params', 'more than 30 days');
      const found = videos.filter((video) => {
        const day = Math.floor((Date.now() - video.age * 86_400_000) / 86_400_000) * 86_400_000;
        const value = condition?.field_name === 'username' ? video.username : video.hashtag;
        return day >= from && day <= to && condition?.field_values.includes(value);
      });
      if (start > 0 && asked.search_id !== 's1') {
        return failure(400, 'invalid_params', 'Search Id s? is invalid');
      }
      const page = found.slice(start, start + size);
      const more = start + size < found.length;
      return {
        body: `{"data":{"videos":[${page.map(text)}],"cursor":${start + size},"search_id":"s1","has_more":${more}},${ok}}`,
      };
    },
    ({ path }) => path === '/v2/oauth/token/',
  );
}
