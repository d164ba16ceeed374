import { builtInPlatforms } from '@sdq/catalog';
import { endpointsByPath } from '@sdq/catalog/define';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strictData } from '../../packages/platforms/test/upstream/strict-data.ts';
import { type SampleService, startSampleService } from '../support/sample-service.ts';

/** Each endpoint over the sample index: every field, and byte for byte what it answered before. */

let service: SampleService;
const known: Record<string, string> = {};

beforeAll(async () => {
  service = await startSampleService();
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
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** `{name}` stands for what the index was asked for above; an endpoint that is not here is asked for its example. */
const requests: Record<string, [Record<string, string | number | boolean>, string]> = {
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

const endpoints = endpointsByPath(builtInPlatforms);

async function parametersOf(endpoint: string): Promise<Record<string, string | number | boolean>> {
  const [parameters] = requests[endpoint] ?? [];
  if (parameters === undefined) return (await service.exampleQueries(endpoint, 1))[0] ?? {};
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/\{(\w+)\}/, (_, of: string) => known[of] ?? of) : value,
    ]),
  );
}

for (const endpoint of endpoints.keys()) {
  test(`${endpoint} answers with every field, at its price`, async () => {
    const answer = await service.get(endpoint, await parametersOf(endpoint));
    expect(answer.status, JSON.stringify(answer.detail)).toBe(200);
    expect(Object.keys(answer).slice(0, 4)).toEqual(['success', 'data', 'cost', 'request_id']);
    // nothing but what the contract names, and all that it names as always there
    expect(strictData(endpoint).parse(answer.data)).toEqual(answer.data);
    expect(answer.cost).toBe(requests[endpoint]?.[1] ?? answer.cost);
    if (endpoint === 'shortvideo/feed') return; // drawn anew for each key and day
    const text = JSON.stringify(
      answer.data,
      (name, value) => (['cursor', 'snapshot_id'].includes(name) && value ? '…' : value),
      2,
    );
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${endpoint.replace('/', '-')}.golden`);
  });
}

test('what nobody knows is not found, never made up, and free', async () => {
  const unknown: [string, Record<string, string | number>][] = [
    ['shortvideo/profile', { username: 'nobody-at-all' }],
    ['shortvideo/profile', { sec_uid: 'nobody' }],
    ['shortvideo/hashtag', { hashtag: 'nosuchtagatall', count: 1 }],
    ['shortvideo/hashtag', { challenge_id: '1', count: 1 }],
    ['shortvideo/comments', { video_id: '1' }],
    ['network/user-profile', { username: 'nobody' }],
    ['network/user-posts', { username: 'nobody' }],
    ['network/company-profile', { company: 'nosuchcompany' }],
    ['network/company-posts', { company_id: '1' }],
    ['photo/user-profile', { username: 'nobody' }],
    ['photo/user-posts', { username: 'nobody', count: 1 }],
    ['photo/post', { code_or_url: 'AAAAAAAAAAA' }],
    ['photo/hashtag', { keyword: 'nosuchtagatall', count: 1 }],
    ['photo/comments', { media_id: '1' }],
    ['micro/user-profile', { username: 'nobody' }],
    ['micro/user-posts', { username: 'nobody' }],
    ['micro/post', { tweet_id_or_url: '1' }],
    ['micro/comments', { tweet_id: '1' }],
  ];
  const before = await service.chargedUnits();
  for (const [endpoint, parameters] of unknown) {
    const { status, error, cost } = await service.get(endpoint, parameters);
    expect([endpoint, status, error?.code, cost]).toEqual([endpoint, 404, 'not_found', '$0.0000']);
  }
  expect(await service.chargedUnits()).toBe(before);
});

test('api_calls counts one for each page of 50: a profile and 120 followers are four calls', async () => {
  const { data } = await service.get('photo/user-profile', {
    username: known.photographer ?? '',
    max_followers: 120,
  });
  expect(data.total_followers_fetched).toBe(120);
  expect(data.api_calls).toBe(4);
});

test('faults of the request are told as FastAPI tells them', async () => {
  const faults = async (path: string, parameters: Record<string, string | number>) => {
    const { status, detail } = await service.get(path, parameters);
    expect(status).toBe(422);
    return detail;
  };
  expect(await faults('shortvideo/hashtag', { count: 2 })).toEqual([
    {
      type: 'value_error',
      loc: ['query'],
      msg: 'Value error, provide either hashtag or challenge_id',
      input: { count: '2' },
      ctx: { error: {} },
    },
  ]);
  expect(await faults('photo/user-posts', { username: 'a' })).toEqual([
    { type: 'missing', loc: ['query', 'count'], msg: 'Field required', input: null },
  ]);
  const expected = "'transcripts', 'video_files' or 'comments'";
  expect(await faults('shortvideo/feed', { addons: 'transcripts,subtitles' })).toEqual([
    {
      type: 'literal_error',
      loc: ['query', 'addons', 1],
      msg: `Input should be ${expected}`,
      input: 'subtitles',
      ctx: { expected },
    },
  ]);
  expect(await faults('shortvideo/feed', { count: 101, addons: 'comments' })).toMatchObject([
    { type: 'less_than_equal', loc: ['query', 'count'], input: '101', ctx: { le: 100 } },
  ]);
  expect(await faults('shortvideo/comments', { video_id: '..\\..\\x' })).toHaveLength(1);
});

test('a name in other case finds the account, and the account with that very spelling comes first', async () => {
  const writer = known.writer ?? '';
  const read = async (username: string) => {
    const { data } = await service.get('micro/user-profile', { username });
    return data.profile.username;
  };
  expect(await read(writer.toUpperCase())).toBe(writer);
  expect(await read(`@${writer}`)).toBe(writer);
});

test('the pages of a feed follow each other, also beyond the rows that are kept', async () => {
  const videos: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 7; pages++) {
    const { data } = await service.get('shortvideo/feed', { count: 100, ...(cursor !== null && { cursor }) });
    videos.push(...data.videos.map((video: { video_id: string }) => video.video_id));
    cursor = data.cursor;
  }
  expect(videos).toHaveLength(700);
  expect(new Set(videos).size).toBe(700);
});
