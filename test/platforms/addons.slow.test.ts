import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { directoryStore, markSql, readPlatformFacts } from '@sdq/platforms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../support/sample-service.ts';

/** Transcripts, video files and comments that go with records, and their price. */

let service: SampleService;
let author: string;
let ids: string[];
const film = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));
const transcript = {
  language: 'sv',
  source: 'platform',
  text: 'hej hej',
  segments: [{ start_ms: 0, end_ms: 900, text: 'hej hej' }],
};

beforeAll(async () => {
  service = await startSampleService((directory) => ({
    data: { media: directoryStore(join(directory, 'media')) },
  }));
  const [row] = await service.rows(
    'shortvideo',
    'SELECT author FROM videos GROUP BY 1 ORDER BY count(*) DESC, 1',
  );
  author = String(row?.author);
  const { data } = await service.get('shortvideo/profile', { username: author, count: 3 });
  ids = data.videos.map((video: { video_id: string }) => video.video_id);
  const folder = join(service.directory, 'media', 'shortvideo');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${ids[0]}.transcript.json`), JSON.stringify(transcript));
  await writeFile(join(folder, `${ids[1]}.mp4`), film);
  await writeFile(join(folder, `${ids[1]}.mp4.json`), '{"width":720,"height":1280,"duration_ms":9400}');
  await writeFile(join(folder, `${ids[2]}.transcript.json`), '{"text":');
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

test('add-ons come per record, null where there are none, and only what was delivered is charged', async () => {
  const plain = await service.get('shortvideo/profile', { username: author, count: 3 });
  expect(plain.data.addons).toEqual({ transcripts: null, video_files: null });
  const before = await service.chargedUnits();
  const { data, cost } = await service.get('shortvideo/profile', {
    username: author,
    count: 3,
    addons: 'transcripts,video_files',
  });
  // the store's own first, then the index'
  const spoken = await service.rows(
    'shortvideo',
    `SELECT * FROM transcripts WHERE video_id IN ('${ids.join("','")}')`,
  );
  const ofIndex = new Map(
    spoken.map(({ video_id, language, source, text, segments }) => [
      video_id,
      { language, source, text, segments },
    ]),
  );
  expect(data.addons.transcripts).toEqual(
    Object.fromEntries(ids.map((id, at) => [id, at === 0 ? transcript : (ofIndex.get(id) ?? null)])),
  );
  const file = data.addons.video_files[ids[1] ?? ''];
  expect(file).toMatchObject({
    content_type: 'video/mp4',
    size_bytes: 5_000,
    width: 720,
    duration_ms: 9_400,
  });
  expect(file.sha256).toBe(createHash('sha256').update(film).digest('hex'));
  expect(data.addons).not.toHaveProperty('comments');
  // a profile, three videos, the transcripts there are, one video file
  const transcripts = Object.values(data.addons.transcripts).filter((each) => each !== null).length;
  expect(cost).toBe(`$${((5 + transcripts) / 10_000).toFixed(4)}`);
  expect((await service.chargedUnits()) - before).toBe(5 + transcripts);
});

test('a repeated parameter is a longer list, and comments are those of the comments endpoint', async () => {
  const [row] = await service.rows(
    'shortvideo',
    'SELECT hashtag FROM video_hashtags JOIN comments USING (video_id) GROUP BY 1 ORDER BY count(*) DESC, 1',
  );
  const tag = String(row?.hashtag);
  const url = `${service.url}/api/shortvideo/hashtag?hashtag=${encodeURIComponent(tag)}&count=20&addons=comments&addons=transcripts`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${service.key}` } });
  const { data, cost } = (await response.json()) as {
    data: { addons: Record<string, Record<string, unknown[] | null>> };
    cost: string;
  };
  const comments = Object.entries(data.addons.comments ?? {});
  expect(data.addons.transcripts).not.toBeNull();
  const withComments = comments.filter(([, list]) => list !== null);
  expect(withComments.length).toBeGreaterThan(0);
  for (const [video_id, list] of withComments.slice(0, 3)) {
    const { data: own } = await service.get('shortvideo/comments', { video_id });
    expect(list).toEqual(own.comments);
  }
  const transcripts = Object.values(data.addons.transcripts ?? {}).filter((each) => each !== null);
  const records = comments.length + withComments.length + transcripts.length;
  expect(cost).toBe(`$${((records * 5) / 10_000).toFixed(4)}`);
});

test('has_transcript is true of what the add-on delivers from the index, and of nothing else', async () => {
  const { data } = await service.get('shortvideo/feed', { count: 60, addons: 'transcripts' });
  const listed: string[] = data.videos.map((video: { video_id: string }) => video.video_id);
  const rows = await service.rows(
    'shortvideo',
    `SELECT video_id, has_transcript FROM videos WHERE video_id IN ('${listed.join("','")}')`,
  );
  expect(rows).toHaveLength(60);
  for (const { video_id, has_transcript } of rows) {
    if (video_id === ids[0]) continue; // its words are the store's
    expect([video_id, data.addons.transcripts[String(video_id)] !== null]).toEqual([
      video_id,
      has_transcript,
    ]);
  }
  const [reel] = await service.rows('photo', 'SELECT id, text, language FROM transcripts ORDER BY id');
  const { data: photo } = await service.get('photo/post', {
    code_or_url: String(reel?.id),
    addons: 'transcripts',
  });
  expect(photo.addons.transcripts[String(reel?.id)]).toMatchObject({
    text: reel?.text,
    language: reel?.language,
  });
});

test('a video file is served whole and in ranges to who has its link, and to nobody else', async () => {
  const { data } = await service.get('shortvideo/profile', {
    username: author,
    count: 3,
    addons: 'video_files',
  });
  const url = String(data.addons.video_files[ids[1] ?? ''].url);
  const load = async (address: string, range?: string) => {
    const response = await fetch(address, range === undefined ? {} : { headers: { range } });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const whole = await load(url);
  expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  expect(whole.bytes.equals(film)).toBe(true);
  for (const [range, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=4990-', 4_990, 4_999],
    ['bytes=-10', 4_990, 4_999],
    ['bytes=4000-99999', 4_000, 4_999],
  ] as const) {
    const part = await load(url, range);
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/5000`]);
    expect(part.bytes.equals(film.subarray(first, last + 1))).toBe(true);
  }
  const beyond = await load(url, 'bytes=5000-');
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */5000']);
  expect(beyond.bytes.toString()).toContain('range_not_satisfiable');
  expect((await load(url, 'lines=1-2')).status).toBe(200);
  for (const altered of [
    url.replace(/expires=\d/, 'expires=9'),
    url.replace(ids[1] ?? '', ids[0] ?? ''),
    url.replace('/shortvideo/', '/photo/'),
    `${url}A`,
    url.replace(/&signature=.*/, '&signature='),
  ]) {
    expect((await load(altered)).status).toBe(404);
  }
});

test('SQL of a platform is marked ready beside the index, and unmarked again', async () => {
  const index = join(service.directory, 'index');
  const labelOf = async () => (await readPlatformFacts(index)).find(({ platform }) => platform === 'network');
  expect(await labelOf()).toMatchObject({ status: 'indexing in progress', sql: 'coming soon' });
  await markSql(index, 'network', 'ready');
  expect(await labelOf()).toMatchObject({ status: 'SQL ready', sql: 'available' });
  await using ready = await startReady(await readPlatformFacts(index));
  const post = async (platform: string) => {
    const response = await fetch(`${ready.url}/api/${platform}/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'SELECT count(*) AS people FROM profiles' }),
    });
    return [response.status, ((await response.json()) as { error?: { code: string } }).error?.code];
  };
  expect(await post('network')).toEqual([200, undefined]);
  expect(await post('photo')).toEqual([501, 'sql_not_available']);
  await markSql(index, 'network', 'soon');
  expect(await labelOf()).toMatchObject({ sql: 'coming soon' });
});

test('SQL answers every example of every table of the other platforms', async () => {
  for (const platform of ['network', 'photo', 'micro'] as const) {
    for (const table of builtInCatalog.tablesOf(platform)) {
      for (const example of table.examples) {
        const rows = await service.rows(platform, example);
        expect([example, rows.length > 0]).toEqual([example, true]);
      }
    }
  }
});

test('the list of platforms says who answers', async () => {
  const response = await fetch(`${service.url}/api/platforms`);
  const { data } = (await response.json()) as {
    data: { platforms: { platform: string; drivers: unknown }[] };
  };
  expect(data.platforms.find(({ platform }) => platform === 'micro')?.drivers).toEqual([
    { driver: 'x-api', name: 'X API v2', status: 'off' },
    { driver: 'embedded', name: 'The index', status: 'on' },
  ]);
});

async function startReady(platforms: Awaited<ReturnType<typeof readPlatformFacts>>): Promise<SampleService> {
  return await startSampleService(() => ({ platforms }));
}
