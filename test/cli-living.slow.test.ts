import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeMaintenanceLock } from '@sdq/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdq } from './cli-process.ts';

let folder = '';
let index = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-cli-living-'));
  index = join(folder, 'index');
  await run('index generate --rows 1_500 --quiet');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(words: string, options: { input?: string; more?: string[] } = {}): Promise<string> {
  const { more = [], ...others } = options;
  const done = await sdq([...words.split(' '), ...more, '--index', index], others);
  expect({ words, code: done.code, stderr: done.stderr }).toEqual({ words, code: 0, stderr: '' });
  return done.stdout;
}

async function ask<Row>(sql: string): Promise<Row[]> {
  const text = await run('query --format ndjson', { more: [sql] });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

test('lines that are followed are answered at once, removed records are gone and stay gone, and compaction writes months', async () => {
  const sql =
    'SELECT video_id, author, create_time FROM videos WHERE author IS NOT NULL ORDER BY video_id LIMIT 3';
  const seen = await ask<{ video_id: string; author: string; create_time: string }>(sql);
  const line = (row: object, plays: number, observedAt = new Date()) =>
    JSON.stringify({ ...row, play_count: plays, observed_at: observedAt.toISOString() });
  const input = `${seen.map((row) => line(row, 7_000_000_000)).join('\n')}\n`;
  const followed = await run('index add --follow - --table videos --json --quiet', { input });
  expect(JSON.parse(followed)).toMatchObject({ changed: true, files: [{ records: 3, refused: 0 }] });
  expect(await ask('SELECT count(*) AS n FROM videos WHERE play_count = 7000000000')).toEqual([{ n: 3 }]);

  const status = JSON.parse(await run('index status --json'));
  expect(status.last_add).toEqual({
    snapshot_id: JSON.parse(followed).snapshotId,
    published_at: expect.stringMatching(/^\d{4}-.*Z$/),
    seconds_to_visible: expect.any(Number),
  });
  expect(await run('index status')).toMatch(/^The last add was published at .* after it began$/m);
  expect(status.compaction.tables).toContainEqual(
    expect.objectContaining({ table: 'shortvideo.videos', masks: expect.objectContaining({ rows: 3 }) }),
  );
  expect(await run('index compact --dry-run')).toMatch(/^Compaction writes about .* of CPU time$/m);

  const [first] = seen;
  const ids = join(folder, 'ids.txt');
  await writeFile(ids, `${first?.video_id}\n`);
  const removed = JSON.parse(
    await run('index remove --json', { more: ['--ids', ids, '--reason', 'request 42'] }),
  );
  expect(removed).toMatchObject({ keys: 1, reason: 'request 42', removed: { 'shortvideo.videos': 1 } });
  const older = join(folder, 'older.ndjson');
  await writeFile(older, `${line(first ?? {}, 5, new Date('2026-01-01'))}\n`);
  await run('index add --table videos --quiet', { more: [older] });
  const mine = `SELECT (SELECT count(*) FROM videos WHERE video_id = '${first?.video_id}') AS videos,
    (SELECT reason FROM removals WHERE record_key = '${first?.video_id}') AS reason`;
  expect(await ask(mine)).toEqual([{ videos: 0, reason: 'request 42' }]);
  const addNow = async () => {
    await writeFile(older, `${line(first ?? {}, 6, new Date())}\n`);
    await run('index add --table videos --quiet', { more: [older] });
  };
  await addNow();
  expect(await ask(mine)).toEqual([{ videos: 0, reason: 'request 42' }]);

  expect(await run('index compact --quiet')).toMatch(/^Compacted .*shortvideo\.videos/m);
  const after = JSON.parse(await run('index status --json'));
  expect(after.compaction.tables).toEqual([]);
  expect(await ask('SELECT count(*) AS n FROM videos WHERE play_count = 7000000000')).toEqual([{ n: 2 }]);
  expect(await ask(mine)).toEqual([{ videos: 0, reason: 'request 42' }]);
  await run('index remove', { more: ['--ids', ids, '--reason', 'request 43', '--until-observed'] });
  await addNow();
  expect(await ask(mine)).toEqual([{ videos: 1, reason: 'request 43' }]);
  await run('index verify --quiet');
}, 400_000);

test('records are added while another process compacts, and it is said if segments are needed and not built', async () => {
  const file = join(folder, 'beside.ndjson');
  const row = { video_id: '7300000000000000001', author: 'ana', play_count: 8_000_000_000 };
  await writeFile(file, `${JSON.stringify(row)}\n`);
  const plain = join(folder, 'without-segments');
  const words = ['index', 'add', '--table', 'videos', '--quiet', '--json', file, '--index', plain];
  expect((await sdq(['index', 'generate', '--rows', '1_500', '--quiet', '--index', plain])).code).toBe(0);
  {
    await using _own = await takeMaintenanceLock(index);
    const added = JSON.parse(await run('index add --table videos --quiet --json', { more: [file] }));
    expect(added).toMatchObject({ changed: true, build: null });
    expect(added).not.toHaveProperty('segments_left'); // what is added to segments is read beside them
    await using _other = await takeMaintenanceLock(plain);
    const { code, stdout } = await sdq(words);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      ...{ code: 0, changed: true, build: null },
      segments_left: expect.stringMatching(/^Process \d+ is compacting or building ".*" since .*Z$/),
    });
    const { stdout: text } = await sdq(words.filter((word) => word !== '--json'));
    expect(text).toMatch(/^No segments were built over what was imported: Process .* Run sdq index build/m);
  }
  expect(await ask('SELECT count(*) AS n FROM videos WHERE play_count = 8000000000')).toEqual([{ n: 1 }]);
  const { stdout } = await sdq(words);
  expect(JSON.parse(stdout).build.tables).toContainEqual(
    expect.objectContaining({ table: 'shortvideo.videos' }),
  );
});
