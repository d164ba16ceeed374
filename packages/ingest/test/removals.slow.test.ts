import { openSnapshot } from '@sdq/index';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { awemeRecord, Workspace } from './support.ts';

/** What goes from a platform goes from every table, and what is seen later comes back without its past. */

function line(observation: string, observedAt: string, values: object): string {
  return JSON.stringify({ observation, observed_at: observedAt, source: 'test', values });
}

function gone(platform: string, table: string, key: string, at: string): string {
  return line(`${platform}.removals`, at, { record_table: table, record_key: key, removed_at: at });
}

const may = (day: number) => `2026-05-${String(day).padStart(2, '0')}T00:00:00Z`;

const tweet = (id: string, day: number, more: object = {}) =>
  line('micro.tweets', may(day), {
    id,
    username: 'nilsen',
    content: `no ${id}`,
    created_at: '2026-04-01T00:00:00Z',
    ...more,
  });

test('rows of any tables come in one file, and are merged as all others', async () => {
  await using space = await Workspace.make();
  const lines = [
    tweet('1', 1, { like_count: 7, media: [{ type: 'photo', url: 'https://m.example/1.jpg' }] }),
    tweet('1', 2, { view_count: 90 }),
    tweet('1', 3, { like_count: null }),
    line('photo.profiles', may(1), { username: 'Ana', follower_count: 12, is_verified: true }),
    line('network.nothing', may(1), { a: 1 }),
    line('micro.tweets', may(1), { id: '2', username: 'x' }),
  ];
  const added = await space.addText(lines.join('\n'), { isPassing: true });
  expect(added).toMatchObject({ format: 'observations', accepted: 4, refused: 2 });
  expect(
    await space.rows('SELECT id, like_count, view_count, media[1].url AS url FROM micro_tweets'),
  ).toEqual([{ id: '1', like_count: '7', view_count: '90', url: 'https://m.example/1.jpg' }]);
  expect(await space.rows('SELECT username, is_verified FROM photo_profiles')).toEqual([
    { username: 'ana', is_verified: true },
  ]);
  const before = await space.tables();
  const again = await space.addText(lines.join('\n'), { isPassing: true });
  expect(again.status).toBe('added');
  expect(await space.tables()).toEqual(before);
});

test('a removed record and what hangs on it are gone, also for what comes late', async () => {
  await using space = await Workspace.make();
  const old = [
    JSON.stringify(awemeRecord('7300000000000000001', { collected_at: may(1) })),
    JSON.stringify(awemeRecord('7300000000000000002', { collected_at: may(1) })),
  ];
  const hanging = [1, 2].flatMap((video) => [
    line('shortvideo.comments', may(1), {
      comment_id: `90${video}`,
      video_id: `730000000000000000${video}`,
      text: 'hi',
    }),
    line('shortvideo.transcripts', may(1), { video_id: `730000000000000000${video}`, text: 'hello there' }),
  ]);
  await space.addText(old.join('\n'));
  await space.addText(hanging.join('\n'));
  expect(await space.rows('SELECT DISTINCT has_transcript FROM videos')).toEqual([{ has_transcript: true }]);
  await space.addText(gone('shortvideo', 'videos', '7300000000000000001', may(2)));
  for (const table of ['videos', 'video_stats', 'video_hashtags', 'comments', 'transcripts']) {
    expect(await space.rows(`SELECT DISTINCT video_id FROM ${table}`)).toEqual([
      { video_id: '7300000000000000002' },
    ]);
  }
  await space.addText(`${old.join('\n')}\n`); // the same observations, late
  expect(await space.rows('SELECT count(*) AS videos FROM videos')).toEqual([{ videos: '1' }]);
  const back = awemeRecord('7300000000000000001', { collected_at: may(3), statistics: { play_count: 5 } });
  await space.addText(JSON.stringify(back));
  expect(
    await space.rows(
      "SELECT play_count, like_count, has_transcript FROM videos WHERE video_id = '7300000000000000001'",
    ),
  ).toEqual([{ play_count: '5', like_count: null, has_transcript: false }]);
  expect(await space.rows('SELECT record_key FROM removals')).toEqual([
    { record_key: '7300000000000000001' },
  ]);
});

test('with an account goes what it published, and stays away', async () => {
  await using space = await Workspace.make();
  const posts = [tweet('1', 1), tweet('2', 1, { username: 'bo' }), tweet('3', 3)];
  await space.addText([...posts, gone('micro', 'profiles', '@Nilsen', may(2))].join('\n'));
  await space.addText(`${posts[0]}\n`);
  expect(await space.rows('SELECT id FROM micro_tweets ORDER BY id')).toEqual([{ id: '2' }, { id: '3' }]);
  await space.addText(JSON.stringify(awemeRecord('7300000000000000001', { collected_at: may(1) })));
  await space.addText(gone('shortvideo', 'authors', '6825540583826768222', may(2)));
  expect(await space.rows('SELECT (SELECT count(*) FROM removals) AS gone').catch(() => [])).toEqual([
    { gone: '1' },
  ]);
  await expect(space.rows('SELECT * FROM videos')).rejects.toThrow('does not exist');
});

test('a flag follows the table it speaks of, in whatever order they come', async () => {
  await using space = await Workspace.make();
  const words = line('shortvideo.transcripts', may(2), { video_id: '7300000000000000001', text: 'hello' });
  await space.addText(words);
  await space.addText(JSON.stringify(awemeRecord('7300000000000000001')));
  const flag = () => space.rows('SELECT has_transcript FROM videos');
  expect(await flag()).toEqual([{ has_transcript: true }]);
  await space.addText(gone('shortvideo', 'transcripts', '7300000000000000001', may(3)));
  expect(await flag()).toEqual([{ has_transcript: false }]);
  await space.addText(
    'video_id,desc,create_time,play_count,voice_to_text\n7300000000000000001,x,1700000000,4,good morning\n',
    {
      observedAt: new Date(may(4)),
    },
  );
  expect(await space.rows('SELECT text FROM transcripts')).toEqual([{ text: 'good morning' }]);
  expect(await flag()).toEqual([{ has_transcript: true }]);
});

test('a record stays removed with its parent when an older observation comes that names no parent', async () => {
  const video = (day: number, values: object) =>
    line('shortvideo.videos', may(day), { video_id: '7300000000000000001', ...values });
  const created = { create_time: '2026-04-01T00:00:00Z' };
  const named = video(2, { ...created, author_id: '6825540583826768222' });
  const unnamed = video(1, { ...created, description: 'no author here' });
  const removed = gone('shortvideo', 'authors', '6825540583826768222', may(3));
  for (const order of [
    [named, removed, unnamed],
    [unnamed, removed, named],
    [removed, unnamed, named],
  ]) {
    await using space = await Workspace.make();
    await space.addText(line('shortvideo.videos', may(1), { ...created, video_id: '7300000000000000002' }));
    for (const text of order) await space.addText(text, { isPassing: true });
    expect(await space.rows('SELECT video_id FROM videos')).toEqual([{ video_id: '7300000000000000002' }]);
    await space.addText(video(4, { ...created, play_count: 3 }));
    expect(
      await space.rows('SELECT author_id, play_count, description FROM videos WHERE play_count = 3'),
    ).toEqual([{ author_id: null, play_count: '3', description: '' }]);
  }
});

test('of a record that is removed for good, no parent is remembered', async () => {
  await using space = await Workspace.make();
  const links = async () =>
    (await openSnapshot(space.index)).manifest.tables['micro.parent_links']?.rows ?? 0;
  await space.addText([tweet('1', 1), tweet('1', 2, { username: 'bo' }), tweet('2', 1)].join('\n'));
  expect(await links()).toBe(2);
  await space.addText(gone('micro', 'profiles', 'bo', may(3)));
  expect(await space.rows('SELECT id FROM micro_tweets')).toEqual([{ id: '2' }]);
  const forGood = { record_table: 'tweets', record_key: '1', removed_at: may(4), for_good: true };
  await space.addText(line('micro.removals', may(4), forGood));
  expect(await links()).toBe(0);
  await space.addText(tweet('1', 5, { username: 'ada' }), { isPassing: true });
  expect([await links(), await space.rows('SELECT id FROM micro_tweets')]).toEqual([0, [{ id: '2' }]]);
});

interface Event {
  kind: 'seen' | 'gone' | 'account gone';
  id: string;
  username: string;
  day: number;
  likes: number | null;
  views: number | null;
}

const count = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom('seen', 'seen', 'seen', 'gone', 'account gone'),
  id: fc.constantFrom('1', '2'),
  username: fc.constantFrom('nilsen', 'bo', 'ada'),
  day: fc.integer({ min: 1, max: 6 }),
  likes: count,
  views: count,
});

function printed({ kind, id, username, day, likes, views }: Event): string {
  if (kind === 'gone') return gone('micro', 'tweets', id, may(day));
  if (kind === 'account gone') return gone('micro', 'profiles', username, may(day));
  return tweet(id, day, { username, like_count: likes, view_count: views });
}

test('observations and removals in any order and grouping end in the same rows', {
  timeout: 600_000,
}, async () => {
  const schedule = fc.array(event, { minLength: 2, maxLength: 8 }).chain((all) =>
    fc.record({
      all: fc.constant(all),
      order: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      cut: fc.integer({ min: 1, max: all.length }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(schedule, async ({ all, order, cut }) => {
      await using whole = await Workspace.make();
      await using parts = await Workspace.make();
      await whole.addText(all.map(printed).join('\n'));
      for (const part of [order.slice(0, cut), order.slice(cut)]) {
        if (part.length > 0) await parts.addText(part.map(printed).join('\n'), { isPassing: true });
      }
      expect(await parts.tables()).toEqual(await whole.tables());
      const rows = all.some(({ kind }) => kind === 'seen')
        ? await whole.rows('SELECT id, like_count, view_count FROM micro_tweets ORDER BY id').catch(() => [])
        : [];
      expect(rows).toEqual(expected(all));
    }),
    { numRuns: Number(process.env.SDQ_PROPERTY_RUNS ?? 8), seed: 3 },
  );
});

/** Per id and column, the newest known value told after the last removal of the record, or of an account that it was seen with. */
function expected(all: readonly Event[]) {
  return ['1', '2'].flatMap((id) => {
    const own = all.filter((each) => each.id === id);
    const names = own.filter(({ kind }) => kind === 'seen').map(({ username }) => username);
    const goneAt = Math.max(
      0,
      ...own.filter(({ kind }) => kind === 'gone').map(({ day }) => day),
      ...all
        .filter(({ kind, username }) => kind === 'account gone' && names.includes(username))
        .map(({ day }) => day),
    );
    const alive = own.filter(({ kind, day }) => kind === 'seen' && day > goneAt);
    if (alive.length === 0) return [];
    const newest = (read: (each: Event) => number | null) => {
      const known = alive
        .filter((each) => read(each) !== null)
        .sort((a, b) => a.day - b.day || Number(read(a)) - Number(read(b)));
      const last = known.at(-1);
      return last === undefined ? null : String(read(last));
    };
    return [{ id, like_count: newest(({ likes }) => likes), view_count: newest(({ views }) => views) }];
  });
}
