import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiServer } from './api-server.ts';
import { startMetaServer } from './meta-server.ts';
import { type OpenedData, openData } from './open-data.ts';
import { startPdlServer } from './pdl-server.ts';
import { startScrapeCreatorsServer } from './scrape-creators-server.ts';
import { strictData } from './strict-data.ts';
import { startTiktokServer, type TiktokVideo } from './tiktok-server.ts';
import { startXServer } from './x-server.ts';

/** Every op of every driver against a server that speaks its API; `api_calls` is what that server counted. */

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
type Data = any;

async function counted(
  server: ApiServer,
  opened: OpenedData,
  endpoint: string,
  query: object,
  indexPages = 0,
): Promise<Data> {
  const before = server.calls;
  const { data } = (await opened.ask(endpoint, query)) as Data;
  expect(data.api_calls).toBe(server.calls - before + indexPages);
  expect(strictData(endpoint).parse(data)).toEqual(data);
  return data;
}

/** Pages of any sizes, followed to the end, are the list. */
async function expectPages(
  expected: readonly string[],
  sizes: { min: number; max: number },
  page: (count: number, cursor: string | number | undefined) => Promise<{ ids: string[]; data: Data }>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer(sizes), { minLength: 1, maxLength: 4 }), async (counts) => {
      const ids: string[] = [];
      let cursor: string | number | undefined;
      for (let at = 0; at < 100; at++) {
        const count = counts[at % counts.length] ?? 1;
        const { ids: found, data } = await page(count, cursor);
        if (at > 0) expect(found.length).toBeGreaterThan(0);
        expect(found.length).toBeLessThanOrEqual(count);
        ids.push(...found);
        if (!data.has_more) break;
        cursor = data.cursor;
      }
      expect(ids).toEqual(expected);
    }),
    { numRuns: 6, seed: 11 },
  );
}

const ids64 = (count: number) =>
  Array.from({ length: count }, (_, at) => String(7_500_000_000_000_000_001n + BigInt(at)));

test('TikTok Research: a profile and its videos, over windows of 30 days, every digit of the ids', async () => {
  const videos: TiktokVideo[] = ids64(23).map((id, at) => ({
    id,
    username: 'maja',
    hashtag: 'sol',
    age: at * 6,
  }));
  await using server = await startTiktokServer({ videos, comments: [], pageSize: 4 });
  await using opened = openData({ tiktok: server.url });
  const first = await counted(server, opened, 'shortvideo/profile', { username: 'maja', count: 2 });
  expect(first.profile).toMatchObject({ nickname: 'Maja', like_count: 27_155_089, is_verified: true });
  expect(first.videos[0]).toMatchObject({ video_id: videos[0]?.id, duration_ms: 12_000, region: 'SE' });
  expect(first.videos[0].music.id).toBe('7038475063498387901');
  expect(server.tokenCalls).toBe(1);
  const expected = videos.map(({ id }) => id);
  await expectPages(expected, { min: 4, max: 40 }, async (count, cursor) => {
    const data = await counted(server, opened, 'shortvideo/profile', { username: 'maja', count, cursor });
    return { data, ids: data.videos.map((video: { video_id: string }) => video.video_id) };
  });
  // what is known of the hashtag itself is in the index
  const tagged = await counted(server, opened, 'shortvideo/hashtag', { hashtag: 'sol', count: 100 }, 1);
  expect(tagged.videos).toHaveLength(23);
  await expect(opened.ask('shortvideo/hashtag', { hashtag: 'nosuch', count: 5 })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(opened.ask('shortvideo/profile', { username: 'nobody', count: 5 })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('TikTok Research: comments by offset, answers among them left out, every digit of the video id sent', async () => {
  const video = '7500000000000000001';
  const comments = ids64(90).map((id, at) => ({ id, parent: at % 5 === 4 ? '7500000000000000009' : video }));
  await using server = await startTiktokServer({ videos: [], comments, pageSize: 17 });
  await using opened = openData({ tiktok: server.url });
  const expected = comments.filter(({ parent }) => parent === video).map(({ id }) => id);
  await expectPages(expected, { min: 10, max: 100 }, async (count, cursor) => {
    const query = { video_id: video, count, cursor: cursor ?? 0 };
    const data = await counted(server, opened, 'shortvideo/comments', query);
    return { data, ids: data.comments.map((each: { comment_id: string }) => each.comment_id) };
  });
});

test('Meta Graph: profile, posts, reels, and a hashtag whose pages all have the same cursor', async () => {
  await using server = await startMetaServer(31);
  await using opened = openData({ meta: server.url });
  const { profile } = await counted(server, opened, 'photo/user-profile', {
    username: 'nilsen',
    max_followers: 0,
    max_following: 0,
  });
  expect(profile).toMatchObject({ username: 'nilsen', follower_count: 267_788, post_count: 31 });
  const codes = Array.from({ length: 31 }, (_, at) => `Code${at}x`);
  const posts = (reels_only: boolean) => async (count: number, cursor: string | number | undefined) => {
    const query = { username: 'nilsen', count, reels_only, cursor };
    const data = await counted(server, opened, 'photo/user-posts', query);
    return { data, ids: data.posts.map((post: { id: string }) => post.id) };
  };
  await expectPages(codes, { min: 1, max: 40 }, posts(false));
  await expectPages(
    codes.filter((_, at) => at % 4 === 0),
    { min: 1, max: 10 },
    posts(true),
  );
  const { data: one } = await posts(false)(1, undefined);
  expect(one.posts[0]).toMatchObject({
    hashtags: ['sol', 'hav'],
    created_at: '2026-08-31T19:16:02Z',
    like_count: 0,
  });
  const tagged = await counted(server, opened, 'photo/hashtag', {
    keyword: 'sol',
    feed_type: 'top',
    count: 100,
  });
  expect(tagged.posts.map((post: { id: string }) => post.id)).toEqual(codes);
  expect(tagged.api_calls).toBe(1 + 5);
  const again = await counted(server, opened, 'photo/hashtag', {
    keyword: 'sol',
    feed_type: 'reels',
    count: 100,
  });
  expect(again.posts).toHaveLength(8);
  expect(again.api_calls).toBe(5); // the hashtag's id is kept
  await expect(
    opened.ask('photo/user-profile', { username: 'nobody', max_followers: 0, max_following: 0 }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

for (const spelling of ['old', 'new'] as const) {
  test(`X API v2 in its ${spelling} spelling: profile, posts, one post, search`, async () => {
    await using server = await startXServer(43, spelling);
    await using opened = openData({ x: server.url });
    const { profile } = await counted(server, opened, 'micro/user-profile', { username: 'nilsen' });
    expect(profile).toMatchObject({
      username: 'Nilsen',
      tweet_count: 9,
      is_verified: true,
      website: 'https://nilsen.example',
    });
    const { tweet } = await counted(server, opened, 'micro/post', { tweet_id_or_url: '1900000000000000000' });
    expect(tweet).toMatchObject({ content: 'the whole text <3', retweet_count: 50, view_count: 99 });
    expect(tweet.media).toMatchObject([
      { type: 'video', url: 'https://m.example/9.mp4', duration_ms: 1_000 },
    ]);
    const ids = Array.from({ length: 43 }, (_, at) => String(1_900_000_000_000_000_000n + BigInt(at)));
    for (const [endpoint, query] of [
      ['micro/user-posts', { username: 'nilsen' }],
      ['micro/search', { keyword: 'no "OR" more' }],
    ] as const) {
      await expectPages(ids, { min: 1, max: 60 }, async (count, cursor) => {
        const data = await counted(server, opened, endpoint, { ...query, count, cursor });
        return { data, ids: data.tweets.map((each: { id: string }) => each.id) };
      });
    }
    const nothing = await counted(server, opened, 'micro/search', { keyword: 'nothing', count: 10 });
    expect(nothing).toMatchObject({ tweets: [], has_more: false, cursor: null });
    for (const [endpoint, query] of [
      ['micro/user-profile', { username: 'nobody' }],
      ['micro/post', { tweet_id_or_url: '1' }],
    ] as const) {
      await expect(opened.ask(endpoint, query)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(server.requests.some(({ query }) => query.get('query')?.includes('"OR"'))).toBe(true);
  });
}

test('People Data Labs: a person with hidden fields, a company and its people', async () => {
  await using server = await startPdlServer(130);
  await using opened = openData({ pdl: server.url });
  const { profile } = await counted(server, opened, 'network/user-profile', { username: 'ada-1' });
  expect(profile).toMatchObject({
    name: 'Ada 1',
    headline: 'Data Engineer',
    location: '',
    connection_count: 2039,
  });
  expect(profile.experience[0]).toMatchObject({ company: 'Norlund', start_date: '2019-03', end_date: null });
  expect(profile).not.toHaveProperty('certifications');
  const company = await counted(server, opened, 'network/company-profile', {
    company: 'norlund',
    employee_count: 120,
  });
  expect(company.company).toMatchObject({ name: 'Norlund', about: '', employee_count: 130 });
  expect(company.total_employees_fetched).toBe(120);
  const all = Array.from({ length: 130 }, (_, at) => `ada-${at}`);
  await expectPages(all, { min: 5, max: 100 }, async (count, cursor) => {
    const data = await counted(server, opened, 'network/search-employees', {
      company: 'norlund',
      count,
      cursor,
    });
    expect(data.total_matches).toBe(130);
    return { data, ids: data.people.map((each: { username: string }) => each.username) };
  });
  await expect(opened.ask('network/user-profile', { username: 'nobody' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('ScrapeCreators: an account, its videos, a hashtag and comments with their authors', async () => {
  await using server = await startScrapeCreatorsServer(23);
  await using opened = openData({ reseller: server.url });
  const ids = ids64(23);
  const first = await counted(server, opened, 'shortvideo/profile', { username: 'maja', count: 2 });
  expect(first.profile).toMatchObject({ username: 'maja', user_id: '6800000000000000001', is_private: true });
  expect(first.videos[0]).toMatchObject({ duration_ms: 12_040, hashtags: ['sol'], language: 'sv' });
  await expectPages(ids, { min: 3, max: 40 }, async (count, cursor) => {
    const data = await counted(server, opened, 'shortvideo/profile', { username: 'maja', count, cursor });
    return { data, ids: data.videos.map((video: { video_id: string }) => video.video_id) };
  });
  const comments = Array.from({ length: 23 }, (_, at) => String(7_600_000_000_000_000_001n + BigInt(at)));
  await expectPages(comments, { min: 10, max: 40 }, async (count, cursor) => {
    const query = { video_id: ids[0], count, cursor: cursor ?? 0 };
    const data = await counted(server, opened, 'shortvideo/comments', query);
    expect(data.comments[0].author).toMatchObject({ unique_id: 'bo', nickname: 'Bo' });
    return { data, ids: data.comments.map((each: { comment_id: string }) => each.comment_id) };
  });
  await expect(opened.ask('shortvideo/profile', { username: 'nobody', count: 5 })).rejects.toMatchObject({
    code: 'not_found',
  });
});
