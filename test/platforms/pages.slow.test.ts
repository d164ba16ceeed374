import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type SampleService, startSampleService } from '../support/sample-service.ts';

/** Laws of lists, over HTTP: pages of any sizes cover a list exactly, and the bill is what was delivered. */

let service: SampleService;

beforeAll(async () => {
  service = await startSampleService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

interface ListCase {
  path: string;
  parameters: () => Promise<Record<string, string>>;
  sizes: [number, number];
  units: number;
  /** Records and, for cost, what comes beside them on each page. */
  idsOf(data: Answer['data']): string[];
  extraUnits?: number;
  /** The whole list, read past HTTP; undefined where the order is nobody else's. */
  expected?: () => Promise<string[]>;
}

const one = async (platform: 'shortvideo' | 'photo' | 'micro' | 'network', sql: string): Promise<string> =>
  String(Object.values((await service.rows(platform, sql))[0] ?? {})[0]);
const column = async (
  platform: 'shortvideo' | 'photo' | 'micro' | 'network',
  sql: string,
): Promise<string[]> => (await service.rows(platform, sql)).map((row) => String(Object.values(row)[0]));

const busyVideo =
  'SELECT video_id FROM comments WHERE parent_comment_id IS NULL GROUP BY 1 ORDER BY count(*) DESC, 1';
const bigTag = 'SELECT hashtag FROM video_hashtags GROUP BY 1 ORDER BY count(*) DESC, 1 OFFSET 5';
const busyMedia = 'SELECT media_id FROM comments GROUP BY 1 ORDER BY count(*) DESC, 1';
const longThread = 'SELECT conversation_id FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1';

const writer = 'SELECT username FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1';
const photographer = 'SELECT username FROM posts GROUP BY 1 ORDER BY count(*) DESC, 1';
const poster = (kind: string) =>
  `SELECT author FROM posts WHERE author_kind = '${kind}' GROUP BY 1 ORDER BY count(*) DESC, 1`;
const idsIn = (list: string, id: string) => (data: Answer['data']) =>
  data[list].map((each: Record<string, string>) => each[id] ?? '');

const lists: ListCase[] = [
  {
    path: 'network/user-posts',
    parameters: async () => ({ username: await one('network', poster('person')) }),
    sizes: [3, 20],
    units: 1,
    idsOf: idsIn('posts', 'post_id'),
    expected: async () =>
      await column(
        'network',
        `SELECT post_id FROM posts WHERE author = '${await one('network', poster('person'))}' ORDER BY created_at DESC, post_id`,
      ),
  },
  {
    path: 'network/company-posts',
    parameters: async () => ({ company: await one('network', poster('company')), sort_by: 'top' }),
    sizes: [1, 20],
    units: 1,
    idsOf: idsIn('posts', 'post_id'),
    expected: async () =>
      await column(
        'network',
        `SELECT post_id FROM posts WHERE author = '${await one('network', poster('company'))}' ORDER BY like_count DESC NULLS LAST, post_id`,
      ),
  },
  {
    path: 'photo/user-posts',
    parameters: async () => ({ username: await one('photo', photographer), reels_only: 'true' }),
    sizes: [3, 40],
    units: 5,
    idsOf: idsIn('posts', 'id'),
    expected: async () =>
      await column(
        'photo',
        `SELECT id FROM posts WHERE username = '${await one('photo', photographer)}' AND media_type = 'reel' ORDER BY created_at DESC, id`,
      ),
  },
  {
    path: 'micro/user-posts',
    parameters: async () => ({ username: await one('micro', writer) }),
    sizes: [10, 100],
    units: 1,
    idsOf: idsIn('tweets', 'id'),
    expected: async () =>
      await column(
        'micro',
        `SELECT id FROM tweets WHERE username = '${await one('micro', writer)}' ORDER BY created_at DESC, id`,
      ),
  },
  {
    path: 'micro/search',
    parameters: async () => ({ keyword: 'coffee' }),
    sizes: [10, 100],
    units: 1,
    idsOf: idsIn('tweets', 'id'),
    expected: () =>
      column(
        'micro',
        "SELECT id FROM tweets WHERE contains(lower(content), 'coffee') ORDER BY created_at DESC, id",
      ),
  },
  {
    path: 'shortvideo/comments',
    parameters: async () => ({ video_id: await one('shortvideo', busyVideo) }),
    sizes: [10, 100],
    units: 5,
    idsOf: (data) => data.comments.map((each: { comment_id: string }) => each.comment_id),
    expected: async () => {
      const id = await one('shortvideo', busyVideo);
      return await column(
        'shortvideo',
        `SELECT comment_id FROM comments WHERE video_id = '${id}' AND parent_comment_id IS NULL ORDER BY create_time DESC, comment_id`,
      );
    },
  },
  {
    path: 'shortvideo/hashtag',
    parameters: async () => ({ hashtag: await one('shortvideo', bigTag) }),
    sizes: [1, 500],
    units: 5,
    idsOf: (data) => data.videos.map((each: { video_id: string }) => each.video_id),
    expected: async () =>
      await column(
        'shortvideo',
        `SELECT video_id FROM videos WHERE list_contains(hashtags, '${await one('shortvideo', bigTag)}') ORDER BY create_time DESC, video_id`,
      ),
  },
  {
    path: 'shortvideo/profile',
    parameters: async () => ({
      username: await one('shortvideo', 'SELECT author FROM videos GROUP BY 1 ORDER BY count(*) DESC, 1'),
    }),
    sizes: [1, 60],
    units: 1,
    extraUnits: 1,
    idsOf: (data) => data.videos.map((each: { video_id: string }) => each.video_id),
  },
  {
    path: 'photo/hashtag',
    parameters: async () => ({ keyword: 'love', feed_type: 'top' }),
    sizes: [20, 500],
    units: 5,
    idsOf: (data) => data.posts.map((each: { id: string }) => each.id),
    expected: () =>
      column(
        'photo',
        "SELECT id FROM posts WHERE list_contains(hashtags, 'love') ORDER BY like_count DESC NULLS LAST, id",
      ),
  },
  {
    path: 'photo/comments',
    parameters: async () => ({ media_id: await one('photo', busyMedia), sort_order: 'popular' }),
    sizes: [10, 100],
    units: 5,
    idsOf: (data) => data.comments.map((each: { id: string }) => each.id),
    expected: async () =>
      await column(
        'photo',
        `SELECT id FROM comments WHERE media_id = '${await one('photo', busyMedia)}' ORDER BY like_count DESC, id`,
      ),
  },
  {
    path: 'micro/comments',
    parameters: async () => ({ tweet_id: await one('micro', longThread) }),
    sizes: [10, 100],
    units: 5,
    idsOf: (data) => data.comments.map((each: { id: string }) => each.id),
    expected: async () => {
      const id = await one('micro', longThread);
      return await column(
        'micro',
        `SELECT id FROM tweets WHERE conversation_id = '${id}' AND id <> '${id}' ORDER BY created_at DESC, id`,
      );
    },
  },
  {
    path: 'network/search-employees',
    parameters: async () => ({ school: 'velmora' }),
    sizes: [5, 100],
    units: 1,
    idsOf: (data) => data.people.map((each: { username: string }) => each.username),
  },
];

for (const list of lists) {
  test(`${list.path}: pages of any sizes cover the list exactly`, async () => {
    const parameters = await list.parameters();
    const expected = await list.expected?.();
    let whole = expected;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: list.sizes[0], max: list.sizes[1] }), { minLength: 1 }),
        async (sizes) => {
          const ids: string[] = [];
          let cursor: string | number | null | undefined;
          for (let page = 0; page < 200; page++) {
            const count = sizes[page % sizes.length] ?? 1;
            const position: Record<string, string | number> = cursor == null ? {} : { cursor };
            const { status, data, cost, detail } = await service.get(list.path, {
              ...parameters,
              count,
              ...position,
            });
            expect(status, JSON.stringify(detail)).toBe(200);
            const found = list.idsOf(data);
            expect(data.total_fetched).toBe(found.length);
            // a page that was announced is never empty, and none but the last is short
            expect(found.length).toBe(data.has_more ? count : found.length);
            if (page > 0) expect(found.length).toBeGreaterThan(0);
            const units = found.length * list.units + (list.extraUnits ?? 0);
            expect(cost).toBe(`$${(units / 10_000).toFixed(4)}`);
            ids.push(...found);
            cursor = data.cursor;
            if (!data.has_more) break;
          }
          expect(new Set(ids).size).toBe(ids.length);
          whole ??= ids;
          expect(ids).toEqual(whole);
        },
      ),
      { numRuns: 6, seed: 7, examples: [[[list.sizes[0]]], [[list.sizes[1]]]] },
    );
    expect(whole?.length).toBeGreaterThan(list.sizes[0]);
  });
}

test('a feed repeats nothing while its cursor is followed, and is the same when it is asked again', async () => {
  const first = await service.get('shortvideo/feed', { count: 70 });
  const again = await service.get('shortvideo/feed', { count: 70 });
  expect(again.data.videos).toEqual(first.data.videos);
  const second = await service.get('shortvideo/feed', { count: 500, cursor: first.data.cursor });
  const ids = [...first.data.videos, ...second.data.videos].map(
    (each: { video_id: string }) => each.video_id,
  );
  expect(new Set(ids).size).toBe(570);
  const other = await service.get('shortvideo/feed', { count: 70 }, service.otherKey);
  expect(other.data.videos).not.toEqual(first.data.videos);
});

for (const list of [...lists, feedCase()]) {
  test(`${list.path}: its cursors open this list for this key, and nothing else`, async () => {
    if (list.path === 'shortvideo/comments') return; // its cursor is a number of comments, and opens no secret
    const parameters = { ...(await list.parameters()), count: list.sizes[0] };
    const { data } = await service.get(list.path, parameters);
    const cursor = String(data.cursor);
    const codeOf = async (path: string, more: Record<string, string | number>, key?: string) => {
      const { status, error } = await service.get(path, { ...parameters, ...more }, key);
      return status === 200 ? 'ok' : error?.code;
    };
    expect(await codeOf(list.path, { cursor })).toBe('ok');
    expect(await codeOf(list.path, { cursor, count: list.sizes[0] + 1 })).toBe('ok');
    expect(await codeOf(list.path, { cursor }, service.otherKey)).toBe('invalid_cursor');
    expect(await codeOf('micro/search', { cursor, keyword: 'love', count: 5 })).toBe('invalid_cursor');
    const [name = '', value = ''] = Object.entries(parameters)[0] ?? [];
    if (name !== 'count' && !name.includes('username') && !name.includes('company')) {
      expect(await codeOf(list.path, { cursor, [name]: `${value}x` })).toMatch(/invalid_cursor|not_found/);
    }
    for (const altered of alteredAt(cursor, [0, 21, 22, 40, cursor.length - 1])) {
      expect(await codeOf(list.path, { cursor: altered })).toBe('invalid_cursor');
    }
  });
}

test('a cursor opens its own list for its own key, and no altered one opens anything', async () => {
  const love = { keyword: 'love', count: 20 };
  const { data } = await service.get('photo/hashtag', love);
  const cursor = String(data.cursor);
  const codeOf = async (path: string, parameters: Record<string, string | number>, key?: string) => {
    const { status, error } = await service.get(path, parameters, key);
    return status === 200 ? 'ok' : error?.code;
  };
  expect(await codeOf('photo/hashtag', { ...love, cursor })).toBe('ok');
  expect(await codeOf('photo/hashtag', { ...love, count: 30, cursor })).toBe('ok');
  expect(await codeOf('photo/hashtag', { ...love, cursor }, service.otherKey)).toBe('invalid_cursor');
  expect(await codeOf('photo/hashtag', { ...love, keyword: 'food', cursor })).toBe('invalid_cursor');
  expect(await codeOf('photo/hashtag', { ...love, feed_type: 'recent', cursor })).toBe('invalid_cursor');
  expect(await codeOf('micro/search', { keyword: 'love', cursor })).toBe('invalid_cursor');
  for (const [at, altered] of alteredAt(cursor, [...cursor].keys()).entries()) {
    expect([at, await codeOf('photo/hashtag', { ...love, cursor: altered })]).toEqual([at, 'invalid_cursor']);
  }
  for (const nonsense of ['0', `${cursor}A`, cursor.slice(0, -1), `${cursor}=`, 'x'.repeat(5_000)]) {
    expect(await codeOf('photo/hashtag', { ...love, cursor: nonsense })).toBe('invalid_cursor');
  }
});

/** A cursor with one bit of the letter at each place turned over. */
function alteredAt(cursor: string, places: Iterable<number>): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return [...places].map((at) => {
    const letter = letters.charAt(letters.indexOf(cursor.charAt(at)) ^ (1 << (at % 6)));
    return cursor.slice(0, at) + letter + cursor.slice(at + 1);
  });
}

function feedCase(): ListCase {
  return {
    path: 'shortvideo/feed',
    parameters: async () => ({}),
    sizes: [3, 3],
    units: 1,
    idsOf: idsIn('videos', 'video_id'),
  };
}
