import type { SampleService } from '../support/sample-service.ts';

type Parameters = Record<string, string | number | boolean>;

/**
 * The parameters of a request to an endpoint, and its price. `{name}` stands for a record of {@link knownRecords}; an endpoint that
 * is not here is asked for its example.
 */
export const requests: Readonly<Record<string, readonly [Parameters, string]>> = {
  'shortvideo/feed': [{ count: 3 }, '$0.0003'],
  'shortvideo/profile': [{ username: '@{uploader}', count: 2 }, '$0.0003'],
  'shortvideo/hashtag': [{ hashtag: '#{tag}', count: 2 }, '$0.0010'],
  'shortvideo/comments': [{ video_id: '{video}', count: 10 }, '$0.0050'],
  'network/user-profile': [{ username: '{person}' }, '$0.0010'],
  'network/user-posts': [{ username: '{person}', count: 2 }, '$0.0002'],
  'network/company-profile': [{ company: '{company}', employee_count: 2 }, '$0.0012'],
  'network/company-posts': [{ company: '{company}', count: 2, sort_by: 'top' }, '$0.0002'],
  'network/search-employees': [{ company: '{company}', count: 2 }, '$0.0002'],
  'photo/user-profile': [{ username: '{photographer}', max_followers: 3, max_following: 2 }, '$0.0035'],
  'photo/user-posts': [{ username: '{photographer}', count: 2 }, '$0.0010'],
  'photo/post': [{ code_or_url: 'https://www.instagram.com/p/{photo}/' }, '$0.0005'],
  'photo/hashtag': [{ keyword: '#love', count: 2, feed_type: 'reels' }, '$0.0010'],
  'photo/comments': [{ media_id: '{media}', count: 10, sort_order: 'popular' }, '$0.0050'],
  'micro/user-profile': [{ username: '{writer}' }, '$0.0010'],
  'micro/user-posts': [{ username: '{writer}', count: 2 }, '$0.0002'],
  'micro/post': [{ tweet_id_or_url: 'https://twitter.com/anybody/status/{thread}' }, '$0.0005'],
  'micro/comments': [{ tweet_id: '{thread}', count: 10 }, '$0.0050'],
  'micro/search': [{ keyword: 'coffee', count: 2 }, '$0.0002'],
};

/** Records of the sample index by the names that requests give them. */
export async function knownRecords(service: SampleService): Promise<Record<string, string>> {
  const known: Record<string, string> = {};
  const first = async (name: string, platform: 'shortvideo' | 'network' | 'photo' | 'micro', sql: string) => {
    const [row] = await service.rows(platform, sql);
    known[name] = String(Object.values(row ?? {})[0]);
  };
  await first(
    'video',
    'shortvideo',
    'SELECT video_id FROM comments WHERE parent_comment_id IS NULL GROUP BY 1 ORDER BY count(*) DESC, 1',
  );
  await first(
    'tag',
    'shortvideo',
    'SELECT hashtag FROM video_hashtags GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1',
  );
  await first('uploader', 'shortvideo', 'SELECT author FROM videos GROUP BY 1 ORDER BY count(*) DESC, 1');
  const byPosts = (kind: string) =>
    `SELECT author FROM posts WHERE author_kind = '${kind}' GROUP BY 1 ORDER BY count(*) DESC, 1`;
  await first('person', 'network', byPosts('person'));
  await first('company', 'network', byPosts('company'));
  await first('photographer', 'photo', 'SELECT username FROM profiles ORDER BY len(followers) DESC, 1');
  await first('photo', 'photo', 'SELECT id FROM posts ORDER BY comment_count DESC, id');
  await first('media', 'photo', 'SELECT media_id FROM comments GROUP BY 1 ORDER BY count(*) DESC, 1');
  await first('thread', 'micro', 'SELECT conversation_id FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1');
  await first('writer', 'micro', 'SELECT username FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1');
  return known;
}

export async function parametersOf(
  service: SampleService,
  endpoint: string,
  known: Readonly<Record<string, string>>,
): Promise<Parameters> {
  const [parameters] = requests[endpoint] ?? [];
  if (parameters === undefined) return (await service.exampleQueries(endpoint, 1))[0] ?? {};
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/\{(\w+)\}/, (_, of: string) => known[of] ?? of) : value,
    ]),
  );
}

/** An answer as its file in `golden` has it, without what differs each time; the feed is drawn anew for each key and day. */
export function goldenText(data: unknown): string {
  const text = JSON.stringify(
    data,
    (name, value) => (['cursor', 'snapshot_id'].includes(name) && value ? '…' : value),
    2,
  );
  return `${text}\n`;
}

/** Path of the file beside this one. */
export function goldenFile(endpoint: string): string {
  return `golden/${endpoint.replace('/', '-')}.golden`;
}
