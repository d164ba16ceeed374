import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdq } from './cli-process.ts';

let folder = '';
let index = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-cli-preview-'));
  index = join(folder, 'index');
  const rows = [
    'video_id,posted,zuschauer,dauer,studio',
    '1,05/06/2025 10:00,500,15,Hall 3',
    '2,19/06/2025 10:00,many,20,',
    'x,,,,',
  ];
  await writeFile(join(folder, 'videos.csv'), `${rows.join('\n')}\n`);
  await writeFile(join(folder, 'bad.csv'), 'video_id,posted,views\nx,2025-01-01,1\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const add = (...words: string[]) => sdq(['index', 'add', '--index', index, ...words], { cwd: folder });

const map = ['--map', 'zuschauer=play_count', '--map', 'dauer=duration_ms'];

test('--dry-run prints the map and what would be refused, and writes nothing', async () => {
  const run = await add('--dry-run', ...map, '--time-zone', '+02:00', 'videos.csv');
  expect(run).toMatchObject({ code: 0 });
  expect(run.stdout).toMatch(/^videos\.csv: csv into shortvideo\.videos, 3 records: 2 accepted, 1 refused$/m);
  expect(run.stdout).toMatch(/^zuschauer +play_count +count +500 · many$/m);
  expect(run.stdout).toMatch(/^posted +create_time +time \(\+02:00\), day first +05\/06\/2025 10:00/m);
  expect(run.stdout).toMatch(/^ {4}line 3, zuschauer: "many" is not a count$/m);
  expect(run.stdout).toMatch(/^ {2}unused columns: studio$/m);
  expect(run.stdout).toMatch(/^ {2}guess: posted: Dates are read as day, month/m);
  expect(
    Math.max(
      ...run.stdout
        .split('\n')
        .filter((line) => line.includes('·'))
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(100);
  expect((await sdq(['index', 'status', '--index', index])).code).toBe(1);
});

test('--save-map writes the decisions, and the file gives the same import', async () => {
  const saved = join(folder, 'map.json');
  const run = await add(
    '--dry-run',
    '--json',
    ...map,
    '--time-zone',
    '+02:00',
    '--save-map',
    saved,
    'videos.csv',
  );
  expect(JSON.parse(run.stdout)).toMatchObject({
    files: [{ accepted: 2, refused: 1, table: 'shortvideo.videos' }],
  });
  expect(JSON.parse(await readFile(saved, 'utf8'))).toEqual({
    table: 'shortvideo.videos',
    columns: {
      video_id: { from: ['video_id'] },
      create_time: { from: ['posted'], day_first: true },
      play_count: { from: ['zuschauer'] },
      duration_ms: { from: ['dauer'], unit: 's' },
    },
    usual_names: false,
    time_zone: '+02:00',
  });
  expect((await add('--quiet', '--no-build', '--mapping', saved, 'videos.csv')).code).toBe(0);
  const query = 'SELECT video_id, create_time::VARCHAR AS at, play_count, duration_ms FROM videos ORDER BY 1';
  const rows = await sdq(['query', '--index', index, '--format', 'csv', query]);
  expect(rows.stdout.split(/\r?\n/)).toEqual([
    'video_id,at,play_count,duration_ms',
    '1,2025-06-05 08:00:00+00,500,15000',
    '2,2025-06-19 08:00:00+00,,20000',
    '',
  ]);
});

test('a file whose records are all refused is exit code 1, and its message says how to mend it', async () => {
  const run = await add('--quiet', '--no-build', 'bad.csv');
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/^sdq: records_refused: The only record of "bad\.csv" was refused/);
  expect(run.stderr).toMatch(/hint: Nothing was imported\. Name the columns with --map/);
});

test.each([
  [['--time-zone', 'Mars/Base'], /Unknown time zone "Mars\/Base"/],
  [['--encoding', 'ebcdic-1'], /Unknown encoding "ebcdic-1"/],
  [['--map', 'views'], /Invalid value of --map "views"/],
  [['--map', 'views=plays'], /Table "videos" has no column "plays"/],
  [['--map', 'nothing=play_count'], /The file has no column "nothing"/],
  [['--platform', 'orkut'], /There is no platform "orkut"/],
])('%j fails with one message', async (words, message) => {
  const run = await add('--dry-run', ...words, 'bad.csv');
  expect(run.stderr).toMatch(message);
  expect(run.code).not.toBe(0);
});
