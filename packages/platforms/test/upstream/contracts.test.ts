import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSafeNumber, parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { type ApiAnswer, startApiServer } from './api-server.ts';
import { openData } from './open-data.ts';

/** The vendors' own example answers, where they are at hand: each is read without a record or a value lost. */

const folder = process.env.SDQ_SHARED
  ? `${process.env.SDQ_SHARED}/real/contracts/`
  : fileURLToPath(new URL('../../../../../shared/real/contracts/', import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
type Data = any;

/** A file as the answer it is an example of; the text as it stands, since numbers may be long. */
function example(name: string): ApiAnswer {
  const text = readFileSync(`${folder}${name}.json`, 'utf8');
  const { _http: http } = JSON.parse(text) as { _http?: { status: number; headers: Record<string, string> } };
  return http === undefined ? { body: text } : { ...http, body: text };
}

async function answerOf(
  api: 'tiktok' | 'meta' | 'x' | 'pdl',
  endpoint: Parameters<ReturnType<typeof openData>['ask']>[0],
  query: object,
  names: readonly string[],
): Promise<Data> {
  const waiting = [...names];
  await using server = await startApiServer(
    ({ path }) =>
      example(path.includes('oauth') ? 'tiktok_research.token.200' : (waiting.shift() ?? names.at(-1) ?? '')),
    ({ path }) => path.includes('oauth'),
  );
  await using opened = openData({ [api]: server.url }, { requestMsMax: 3_000 });
  return ((await opened.ask(endpoint, query)) as Data).data;
}

/** What a file holds; whole numbers beyond 2^53 as text. */
function raw(name: string): Data {
  const text = readFileSync(`${folder}${name}.json`, 'utf8');
  return parse(text, null, (digits) => (isSafeNumber(digits) ? Number(digits) : digits));
}

const withoutFiles = { skip: !existsSync(folder) };

test('TikTok Research: every digit, also of a video without its author', withoutFiles, async () => {
  const files = [
    'tiktok_research.user_info.200',
    'tiktok_research.video_query.200',
    'tiktok_research.comment_list.200',
  ];
  const [userFile = '', videoFile = '', commentFile = ''] = files;
  const { profile } = await answerOf('tiktok', 'shortvideo/profile', { username: 'a', count: 0 }, [userFile]);
  const user = raw(userFile).data;
  expect(profile).toMatchObject({
    nickname: user.display_name,
    bio: user.bio_description,
    avatar_url: user.avatar_url,
    like_count: user.likes_count,
    follower_count: user.follower_count,
    following_count: user.following_count,
    video_count: user.video_count,
    is_verified: user.is_verified,
  });
  const { videos } = await answerOf('tiktok', 'shortvideo/hashtag', { hashtag: 'x', count: 1 }, [videoFile]);
  const [video] = raw(videoFile).data.videos;
  expect(videos[0]).toMatchObject({
    video_id: String(video.video_id),
    description: video.video_description,
    play_count: video.view_count,
    comment_count: video.comment_count,
    hashtags: video.hashtag_names,
    region: video.region_code,
    music: { id: String(video.music_id) },
  });
  expect(Date.parse(videos[0].create_time)).toBe(video.create_time * 1_000);
  const [comment] = raw(commentFile).data.comments;
  const query = { video_id: String(comment.parent_comment_id), count: 10, cursor: 0 };
  const { comments } = await answerOf('tiktok', 'shortvideo/comments', query, [commentFile]);
  const { text, create_time, like_count, reply_count } = comment;
  expect(comments).toMatchObject([
    { comment_id: String(comment.id), text, create_time, like_count, reply_count },
  ]);
});

test('Meta Graph: discovery, media, a hashtag, a limit', withoutFiles, async () => {
  const who = { username: 'somebody', max_followers: 0, max_following: 0 };
  const { profile } = await answerOf('meta', 'photo/user-profile', who, ['meta.business_discovery.200']);
  const { followers_count, media_count } = raw('meta.business_discovery.200').business_discovery;
  expect(profile).toMatchObject({ follower_count: followers_count, post_count: media_count });
  const expectPosts = (posts: Data, files: Data[]) =>
    expect(posts).toMatchObject(
      files.map(({ id, like_count, comments_count: comment_count }) => ({ id, like_count, comment_count })),
    );
  const name = 'meta.business_discovery_media.200';
  const posts = await answerOf(
    'meta',
    'photo/user-posts',
    { username: 'somebody', count: 2, reels_only: false },
    [name],
  );
  expectPosts(posts.posts, raw(name).business_discovery.media.data);
  const names = ['meta.ig_hashtag_search.200', 'meta.top_media.200'];
  const tagged = await answerOf(
    'meta',
    'photo/hashtag',
    { keyword: 'any', feed_type: 'top', count: 2 },
    names,
  );
  expectPosts(tagged.posts, raw('meta.top_media.200').data);
  await expect(answerOf('meta', 'photo/user-profile', who, ['meta.error.rate'])).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

test('X API v2: a user, both spellings of a search, nobody', withoutFiles, async () => {
  const name = 'x.user_by_username.200';
  const { profile } = await answerOf('x', 'micro/user-profile', { username: 'somebody' }, [name]);
  const user = raw(name).data;
  expect(profile).toMatchObject({
    username: user.username,
    display_name: user.name,
    bio: user.description,
    is_verified: user.verified,
    location: user.location,
    follower_count: user.public_metrics.followers_count,
    following_count: user.public_metrics.following_count,
    tweet_count: user.public_metrics.tweet_count,
  });
  for (const each of ['x.search_recent.legacy_names.200', 'x.search_recent.post_names.200']) {
    const files = [each, 'x.search_recent.empty.200'];
    const { tweets } = await answerOf('x', 'micro/search', { keyword: 'any', count: 1 }, files);
    const { data, includes } = raw(each);
    const [{ id, text: content, created_at, public_metrics: metrics }] = data;
    expect(tweets).toMatchObject([
      {
        id,
        content,
        created_at: created_at.replace('.000', ''),
        author: { username: includes.users[0].username, display_name: includes.users[0].name },
        like_count: metrics.like_count,
        retweet_count: metrics.retweet_count ?? metrics.repost_count,
        reply_count: metrics.reply_count,
        quote_count: metrics.quote_count,
        view_count: metrics.impression_count,
      },
    ]);
  }
  const nobody = answerOf('x', 'micro/user-profile', { username: 'any' }, [
    'x.user_by_username.not_found.200',
  ]);
  await expect(nobody).rejects.toMatchObject({ code: 'not_found' });
});

test('People Data Labs: a person, a company, a search', withoutFiles, async () => {
  const name = 'pdl.person_enrich.200';
  const { profile } = await answerOf('pdl', 'network/user-profile', { username: 'any' }, [name]);
  const { data: person } = raw(name);
  const [job] = person.experience;
  expect(profile).toMatchObject({
    name: person.full_name,
    headline: person.job_title,
    location: '', // hidden in the example
    connection_count: person.linkedin_connections,
    skills: person.skills,
    experience: [
      { company: job.company.name, title: job.title.name, start_date: job.start_date, end_date: null },
    ],
    education: [{ school: person.education[0].school.name, degree: person.education[0].degrees[0] }],
    certifications: [{ name: person.certifications[0].name, issuer: person.certifications[0].organization }],
  });
  const companyName = 'pdl.company_enrich.200';
  const query = { company: 'any', employee_count: 0 };
  const { company } = await answerOf('pdl', 'network/company-profile', query, [companyName]);
  const file = raw(companyName);
  expect(company).toMatchObject({
    name: file.display_name,
    company_size: file.size,
    employee_count: file.employee_count,
    founded: file.founded,
    industry: file.industry,
    headquarters: file.location.name,
    about: file.summary,
    website: file.website,
    specialties: file.tags,
    follower_count: file.linkedin_follower_count,
  });
  const searchName = 'pdl.person_search.200';
  const found = await answerOf('pdl', 'network/search-employees', { company: 'any', count: 1 }, [searchName]);
  const search = raw(searchName);
  const [{ linkedin_username: username, job_company_name: current_company }] = search.data;
  expect(found.people).toMatchObject([{ username, current_company }]);
  expect(found.total_matches).toBe(search.total);
});
