import { builtInPlatforms } from '@sdq/catalog';
import { endpointsByPath } from '@sdq/catalog/define';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strictData } from '../../packages/platforms/test/upstream/strict-data.ts';
import { type SampleService, startSampleService } from '../support/sample-service.ts';
import { goldenFile, goldenText, knownRecords, parametersOf, requests } from './golden-requests.ts';

/** Each endpoint over the sample index: every field, and byte for byte what it answered before. */

let service: SampleService;
let known: Record<string, string>;

beforeAll(async () => {
  service = await startSampleService();
  known = await knownRecords(service);
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const endpoints = endpointsByPath(builtInPlatforms);

for (const endpoint of endpoints.keys()) {
  test(`${endpoint} answers with every field, at its price`, async () => {
    const answer = await service.get(endpoint, await parametersOf(service, endpoint, known));
    expect(answer.status, JSON.stringify(answer.detail)).toBe(200);
    expect(Object.keys(answer).slice(0, 4)).toEqual(['success', 'data', 'cost', 'request_id']);
    // nothing but what the contract names, and all that it names as always there
    expect(strictData(endpoint).parse(answer.data)).toEqual(answer.data);
    expect(answer.cost).toBe(requests[endpoint]?.[1] ?? answer.cost);
    if (endpoint === 'shortvideo/feed') return; // drawn anew for each key and day
    await expect(goldenText(answer.data)).toMatchFileSnapshot(goldenFile(endpoint));
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
