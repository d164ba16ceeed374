import type { ExistingKeys } from './keys.ts';

export interface ShortRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** The request number `n` of each kind; each has other values than those before it. */
export type RequestKinds = Readonly<Record<string, (n: number) => ShortRequest>>;

/** `count` of the data endpoints. */
const records = 10;

export function requestKinds(keys: ExistingKeys): RequestKinds {
  const at = (list: readonly string[], n: number) => list[n % list.length] ?? '';
  const data = (path: string, parameters: Record<string, string>) =>
    get(`/api/${path}?${new URLSearchParams({ ...parameters, count: String(records) })}`);
  return {
    'SELECT n': (n) => sql(`SELECT ${n}`),
    'video by id': (n) => sql(`SELECT * FROM videos WHERE video_id = '${at(keys.videoIds, n)}'`),
    'videos by 20 ids': (n) => {
      const ids = Array.from({ length: 20 }, (_, i) => `'${at(keys.videoIds, n * 20 + i)}'`);
      return sql(`SELECT video_id, play_count FROM videos WHERE video_id IN (${ids.join(', ')})`);
    },
    'latest 20 of an author': (n) =>
      sql(
        `SELECT * FROM videos WHERE author = ${quoted(at(keys.authors, n))} ORDER BY create_time DESC LIMIT 20`,
      ),
    'latest 20 of a hashtag': (n) =>
      sql(
        `SELECT video_id, author, play_count FROM videos WHERE list_contains(hashtags, ${quoted(at(keys.hashtags, n))}) ORDER BY create_time DESC LIMIT 20`,
      ),
    'count of an author': (n) =>
      sql(`SELECT count(*), sum(play_count) FROM videos WHERE author = ${quoted(at(keys.authors, n))}`),
    profile: (n) => data('shortvideo/profile', { username: at(keys.authors, n) }),
    hashtag: (n) => data('shortvideo/hashtag', { hashtag: at(keys.hashtags, n) }),
    feed: () => data('shortvideo/feed', {}),
    comments: (n) => data('shortvideo/comments', { video_id: at(keys.commented, n) }),
    'micro user-posts': (n) => data('micro/user-posts', { username: at(keys.posters, n) }),
    'micro user-profile': (n) => get(`/api/micro/user-profile?username=${at(keys.posters, n)}`),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function get(path: string): ShortRequest {
  return { method: 'GET', path };
}

function sql(query: string): ShortRequest {
  return { method: 'POST', path: '/api/shortvideo/sql', body: JSON.stringify({ query }) };
}
