import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';

/** Small files in shapes that no format was written for. */

const lines = (...rows: string[]) => `${rows.join('\n')}\n`;

test('a file of plays and lengths without videos is not one of hashtags', async () => {
  await using space = await Workspace.make();
  for (const columns of [
    'id,title,plays,length_seconds',
    'id,name,views,duration',
    'id,title,views,shares',
  ]) {
    const file = await space.addText(lines(columns, '1,Episode 1,100,1800', '2,Episode 2,200,1800'));
    expect(file, columns).toMatchObject({ status: 'failed', error: { code: 'format_unknown' } });
  }
  const tags = await space.addText(lines('id,title,views,videos', '1,dance,100,5', '2,fun,200,6'));
  expect(tags).toMatchObject({ table: 'shortvideo.hashtags', accepted: 2 });
});

test('Windows-1252 is told by the names of columns alone, and by two words of one line', async () => {
  const rows = ['1,1700000000,5,1234,0:31', '2,1700000000,6,1235,0:32'];
  const headers = [
    'video_id,create_time,Gefällt mir,Aufrufe,Länge',
    'video_id,create_time,Gefällt mir,plays,len',
  ];
  for (const header of headers) {
    await using space = await Workspace.make();
    const file = await space.addText(Buffer.from(lines(header, ...rows), 'latin1'));
    expect(file, header).toMatchObject({ accepted: 2, unused: [], notes: {} });
    expect(file.guesses, header).toContainEqual(expect.objectContaining({ kind: 'encoding' }));
    expect(await space.rows('SELECT like_count, play_count, duration_ms FROM videos ORDER BY 1')).toEqual([
      { like_count: '5', play_count: '1234', duration_ms: 31_000 },
      { like_count: '6', play_count: '1235', duration_ms: 32_000 },
    ]);
  }
  await using space = await Workspace.make();
  const captions = lines(
    'video_id,create_time,plays,desc',
    '1,1700000000,1,Schöne Größe',
    '2,1700000000,2,plain',
  );
  await space.addText(Buffer.from(captions, 'latin1'));
  expect(await space.rows('SELECT description FROM videos ORDER BY video_id')).toEqual([
    { description: 'Schöne Größe' },
    { description: 'plain' },
  ]);
});

test('a shortcode tells that posts are of the photo platform', async () => {
  await using space = await Workspace.make();
  const post = {
    shortcode: 'Cabc123',
    taken_at: 1_700_000_000,
    like_count: 4,
    caption: 'sun',
    username: 'eva',
  };
  const file = await space.addText(JSON.stringify([post]));
  expect(file).toMatchObject({ table: 'photo.posts', accepted: 1, unused: [] });
});

test('the time of a tweet may be called as people call it', async () => {
  for (const name of ['Posted', 'Posted at', 'Tweet date', 'Published']) {
    await using space = await Workspace.make();
    const file = await space.addText(
      lines(
        `Tweet ID,Tweet Text,${name},Retweets,Likes,Handle`,
        '1724375030886400000,Hello,2023-11-14 10:00 +0000,1,5,@lea',
      ),
    );
    expect(file, name).toMatchObject({ table: 'micro.tweets', accepted: 1, unused: [] });
  }
});

test('a post of the professional network has one ID, whether a file has its number, its URN or its address', async () => {
  await using space = await Workspace.make();
  const post = 'https://www.linkedin.com/posts/ann_hello-activity-7130000000000000000-abcd';
  const ids = [post, 'urn:li:activity:7130000000000000000', '7130000000000000000'];
  const mapping = await space.write(
    'mapping.json',
    JSON.stringify({
      table: 'network.posts',
      columns: { post_id: { from: 'Link' }, like_count: { from: 'Reactions' } },
    }),
  );
  for (const [at, id] of ids.entries()) {
    const file = await space.addText(
      lines(
        'Link,author,author_kind,text,created_at,Reactions',
        `${id},ann,person,Hi,2023-11-14T10:00:00Z,${at}`,
      ),
      { mapping },
    );
    expect(file, id).toMatchObject({ table: 'network.posts', accepted: 1 });
  }
  expect(await space.rows('SELECT DISTINCT post_id FROM network_posts')).toEqual([
    { post_id: '7130000000000000000' },
  ]);
});
