import { join } from 'node:path';
import { openEngine } from '@sdq/core';
import { configuredSources, knownRecords, removeRecords, WriteThrough } from '@sdq/platforms';
import { expect, test } from 'vitest';
import { startXServer } from '../../packages/platforms/test/upstream/x-server.ts';
import { startSampleService } from '../support/sample-service.ts';

/** What a driver fetched is in SQL after the next snapshot; what it says is gone is gone there, too. */

const first = '1900000000000000000';

test('from an upstream to SQL, and out of it', async () => {
  await using api = await startXServer(3, 'new');
  let writeThrough: WriteThrough | undefined;
  await using service = await startSampleService(() => ({
    data: {
      sources: configuredSources(
        { X_BEARER_TOKEN: 'secret', X_API_BASE_URL: api.url },
        { keep: (observations) => writeThrough?.keep(observations), random: () => 0 },
      ),
    },
  }));
  const index = join(service.directory, 'index');
  const isKnown = async (table: string, key: string) => {
    await using engine = await openEngine({
      index,
      isolation: 'in-process',
      advisoryParser: false,
      threads: 1,
    });
    return await knownRecords(engine)(table, key);
  };
  writeThrough = await WriteThrough.open({
    index,
    directory: join(service.directory, 'spool'),
    everyMs: 0,
    isKnown,
  });
  await using _spool = writeThrough;
  const inSql = async (sql: string) => {
    await using engine = await openEngine({
      index,
      isolation: 'in-process',
      advisoryParser: false,
      threads: 1,
    });
    return await (await engine.query(sql, { platform: 'micro' })).toArray();
  };
  const { data } = await service.get('micro/search', { keyword: 'anything', count: 3 });
  expect(data.tweets).toHaveLength(3);
  await writeThrough.flush();
  const [row] = await inSql(`SELECT * FROM tweets WHERE id = '${first}'`);
  expect(row).toMatchObject({
    username: 'nilsen',
    content: 'the whole text <3',
    like_count: 0,
    retweet_count: 50,
    view_count: 99,
    created_at: '2026-11-01T23:22:13Z',
    media: [{ type: 'video', url: 'https://m.example/9.mp4', duration_ms: 1_000 }],
  });
  expect(await inSql("SELECT follower_count, website FROM profiles WHERE username = 'nilsen'")).toEqual([
    { follower_count: 3, website: 'https://nilsen.example' },
  ]);
  // the upstream takes the post away
  const keptBefore = writeThrough.figures.kept;
  api.faultOf = () => ({
    body: { errors: [{ title: 'Not Found Error', type: 'https://api.x.com/2/problems/resource-not-found' }] },
  });
  expect((await service.get('micro/post', { tweet_id_or_url: first })).status).toBe(404);
  // what was never here does not go
  expect((await service.get('micro/post', { tweet_id_or_url: '77' })).status).toBe(404);
  expect((await service.get('micro/user-profile', { username: 'madeUp' })).status).toBe(404);
  await expect.poll(() => writeThrough?.figures.kept, { timeout: 10_000 }).toBe(keptBefore + 1);
  await writeThrough.flush();
  expect(await inSql(`SELECT id FROM tweets WHERE id = '${first}'`)).toEqual([]);
  expect(await inSql(`SELECT record_table FROM removals WHERE record_key = '${first}'`)).toEqual([
    { record_table: 'tweets' },
  ]);
  // an operator takes an account away, by a name in any case
  await using engine = await openEngine({
    index,
    isolation: 'in-process',
    advisoryParser: false,
    threads: 1,
  });
  const report = await removeRecords({
    index,
    platform: 'micro',
    table: 'profiles',
    keys: ['Nilsen'],
    engine,
  });
  expect(report.tables['micro.profiles']).toMatchObject({
    after: (report.tables['micro.profiles']?.before ?? 0) - 1,
  });
  // with a post go its comments, which hang on another id of it
  const [busiest] = await service.rows(
    'photo',
    'SELECT posts.id, media_id, count(*) AS written FROM posts JOIN comments USING (media_id) GROUP BY ALL ORDER BY written DESC LIMIT 1',
  );
  const code = String(busiest?.id);
  const cut = await removeRecords({ index, platform: 'photo', table: 'posts', keys: [code], engine });
  const lost = (id: string) => (cut.tables[id]?.before ?? 0) - (cut.tables[id]?.after ?? 0);
  expect([lost('photo.posts'), lost('photo.comments')]).toEqual([1, Number(busiest?.written)]);
  await expect(
    removeRecords({ index, platform: 'micro', table: 'nothing', keys: ['x'], engine }),
  ).rejects.toMatchObject({ code: 'usage_error' });
});
