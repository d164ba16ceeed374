import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interrupt, sdq, sdqForShell, startSdq, waitForOutput } from './cli-process.ts';

let folder = '';
let index = '';
const query = (...words: string[]) => sdq(['query', '--index', index, ...words]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-cli-query-'));
  index = join(folder, 'index');
  await generateIndex({ out: index, rows: 1500 });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('what tools ask first', () => {
  test('commands and qualified names are answered', async () => {
    const [shown, counted, refused] = await Promise.all([
      query('--format', 'json', 'SHOW TABLES'),
      query('--format', 'csv', 'SELECT count(*) AS n FROM "main"."videos"'),
      query("SET TimeZone = 'Asia/Tokyo'"),
    ]);
    expect(JSON.parse(shown?.stdout ?? '')).toContainEqual({ name: 'videos' });
    expect(counted?.stdout.trim().split(/\r?\n/)).toEqual(['n', '1500']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused?.stderr).toContain('TimeZone is always');
  });
});

describe('files as tables', () => {
  test('a file is joined, and what cannot be a table is refused', async () => {
    const rows = await query(
      '--format',
      'csv',
      'SELECT video_id, play_count FROM videos ORDER BY video_id LIMIT 2',
    );
    const [, first = '', second = ''] = rows?.stdout.trim().split(/\r?\n/) ?? [];
    const file = join(folder, 'mine.csv');
    await writeFile(file, `video_id;label\n${first.split(',')[0]};one\n${second.split(',')[0]};two\n`);
    const sql = 'SELECT label, play_count FROM mine JOIN videos USING (video_id) ORDER BY label';
    const [joined, explained, missing, nameless, remote] = await Promise.all([
      query('--table', `mine=${file}`, '--format', 'csv', sql),
      query('--table', `mine=${file}`, '--explain', sql),
      query('--table', 'mine=none.csv', sql),
      query('--table', file, sql),
      sdq(['query', '--remote', 'http://127.0.0.1:9', '--table', `mine=${file}`, sql]),
    ]);
    const counts = [first, second].map((row) => row.split(',')[1]);
    expect(joined?.stdout.trim().split(/\r?\n/)).toEqual([
      'label,play_count',
      `one,${counts[0]}`,
      `two,${counts[1]}`,
    ]);
    expect(explained?.stdout).toContain('2 rows of mine.csv, csv');
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('none.csv" does not exist') });
    expect(nameless).toMatchObject({ code: 2, stderr: expect.stringContaining('--table NAME=FILE') });
    expect(remote).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be used with --remote'),
    });
  });
});

describe('formats', () => {
  const sql = 'SELECT video_id, play_count, hashtags FROM videos ORDER BY play_count DESC, video_id LIMIT 5';

  test('each format carries the same rows', async () => {
    const [json, ndjson, csv, arrow] = await Promise.all(
      ['json', 'ndjson', 'csv', 'arrow'].map((format) => query('--format', format, sql)),
    );
    for (const run of [json, ndjson, csv, arrow]) expect(run).toMatchObject({ code: 0, stderr: '' });
    const rows = JSON.parse(json?.stdout ?? '') as { video_id: string; play_count: number }[];
    expect(rows).toHaveLength(5);
    const lines = ndjson?.stdout.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    const [header, ...records] = csv?.stdout.trimEnd().split(/\r?\n/) ?? [];
    expect(header).toBe('video_id,play_count,hashtags');
    expect(records.map((record) => record.split(',')[0])).toEqual(rows.map((row) => row.video_id));
    await using engine = await openEngine({ index, isolation: 'in-process' });
    const result = await engine.query(sql);
    const fromLibrary: Uint8Array[] = [];
    for await (const part of result.bytes('arrow')) fromLibrary.push(part);
    expect(arrow?.bytes.equals(Buffer.concat(fromLibrary))).toBe(true);
  });

  test('a table: numbers to the right, a line that counts, no colours in a pipe', async () => {
    const { code, stdout, stderr } = await query(sql);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    expect(lines[0]).toMatch(/^video_id +play_count +hashtags$/);
    expect(lines[2]).toMatch(/^\d+ +\d+ +\[/);
    expect(lines[7]).toMatch(/^\(5 rows, .*\)$/);
    expect(stdout).not.toContain('\u001b');
  });

  test('a cut result says so', async () => {
    const table = await query('--limit', '2', 'SELECT video_id FROM videos');
    expect(table.stdout).toMatch(/\(2 rows, /);
    expect(table.stderr).toBe('warning: output truncated to 2 rows (use --limit to change)\n');
    const csv = await query('--limit', '2', '--format', 'csv', 'SELECT video_id FROM videos');
    expect(csv.stdout.trimEnd().split(/\r?\n/)).toHaveLength(3);
    expect(csv.stderr).toBe('warning: output truncated to 2 rows (use --limit to change)\n');
  });

  test('a result without rows', async () => {
    const { stdout } = await query("SELECT video_id FROM videos WHERE video_id = 'none'");
    expect(stdout).toMatch(/^video_id\n─+\n\(0 rows, /);
  });
});

test('SQL from a file, from standard input, and with parameters', async () => {
  const file = join(folder, 'count.sql');
  await writeFile(file, 'SELECT count(*) AS videos FROM videos;\n');
  const runs = await Promise.all([
    query('--format', 'json', '-f', file),
    sdq(['query', '--index', index, '--format', 'json', '-'], {
      input: 'SELECT count(*) AS videos FROM videos',
    }),
    query(
      '--format',
      'json',
      '--param',
      'word=%',
      '--param',
      'least:=-1',
      'SELECT count(*) AS videos FROM videos WHERE description LIKE $word AND coalesce(play_count, 0) > $least',
    ),
    query('--format', 'json', '--param', ':=1500', 'SELECT ?::BIGINT AS videos'),
  ]);
  for (const run of runs) expect(run).toMatchObject({ code: 0, stderr: '' });
  for (const run of runs) expect(JSON.parse(run.stdout)).toEqual([{ videos: 1500 }]);
});

test('other platforms have their own tables', async () => {
  const { code, stdout } = await query(
    '--platform',
    'micro',
    '--format',
    'json',
    'SELECT count(*) AS tweets FROM tweets',
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([{ tweets: expect.any(Number) }]);
});

test('explain shows the route instead of rows', async () => {
  const sql = "SELECT count(*) FROM videos WHERE create_time >= TIMESTAMPTZ '2026-10-01 00:00:00+00'";
  const text = await query('--explain', sql);
  expect(text.code).toBe(0);
  expect(text.stdout).toMatch(/^shortvideo\.videos +base files +\d+ +\d+/m);
  const { stdout } = await query('--explain', '--format', 'json', sql);
  const [route] = JSON.parse(stdout).routes;
  expect(route.filesRead).toBeLessThan(route.filesTotal);
});

describe('refusals: one message, its place, a non-zero exit, never a stack trace', () => {
  test.each([
    ['SELEC 1', 1, /^sdq: sql_syntax_error: 1:\d+: .*\n {2}SELEC 1\n +\^/],
    [
      'SELECT plays FROM videos',
      1,
      /^sdq: sql_unknown_column: 1:8: .*\n {2}SELECT plays FROM videos\n {9}\^\^\^\^\^\n/,
    ],
    [
      'SELECT *\nFROM vidoes',
      1,
      /^sdq: sql_unknown_table: 2:6: .*\n {2}FROM vidoes\n {7}\^{6}\n(.|\n)*videos/,
    ],
    ['DROP TABLE videos', 1, /^sdq: statement_not_allowed: /],
    ['SELECT 1; SELECT 2', 1, /^sdq: multiple_statements: /],
    ["SELECT * FROM 'secret.csv'", 1, /^sdq: \w+: /],
    ['', 1, /^sdq: sql_syntax_error: /],
  ])('%s', async (sql, code, message) => {
    const run = await query(sql);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toMatch(message);
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  test.each([
    [['--fromat', 'csv', 'SELECT 1'], 2, /Unknown option '--fromat'\nhint: .*--format/],
    [['--format', 'xml', 'SELECT 1'], 2, /'xml' is invalid/],
    [['--limit', '0', 'SELECT 1'], 2, /whole number from 1/],
    [['--param', 'x', 'SELECT 1'], 2, /Invalid parameter "x"/],
    [[], 2, /No SQL was given/],
    [['-f', '/nowhere/x.sql'], 1, /file_missing: Cannot read "\/nowhere\/x\.sql"/],
    [['-f', 'x.sql', 'SELECT 1'], 2, /both as an argument and with --file/],
    [['--timeout', '1', 'SELECT count(*) FROM videos a, videos b, videos c'], 1, /query_timeout/],
  ])('%j', async (words, code, message) => {
    const run = await query(...words);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toMatch(message);
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  test('an index that is not there', async () => {
    const run = await sdq(['query', '--index', join(folder, 'nowhere'), 'SELECT 1']);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/^sdq: index_missing: .*\nhint: Create one: sdq index generate/);
  });
});

test('--output writes a file whole, and leaves the former one when the query fails', async () => {
  const file = join(folder, 'rows.csv');
  const run = await query('--format', 'csv', '-o', file, 'SELECT video_id FROM videos LIMIT 3');
  expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const written = await readFile(file, 'utf8');
  expect(written.trimEnd().split(/\r?\n/)).toHaveLength(4);
  const failed = await query('--format', 'csv', '-o', file, 'SELECT nothing FROM videos');
  expect(failed.code).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(written);
  const nowhere = await query('--format', 'csv', '-o', join(folder, 'none', 'x.csv'), 'SELECT 1');
  expect(nowhere).toMatchObject({ code: 2, stdout: '' });
  expect(nowhere.stderr).toMatch(/^sdq: usage_error: Cannot write ".*x\.csv": ENOENT/);
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('every format has the same limit', async () => {
  const sql = 'SELECT video_id FROM videos';
  const [table, csv] = await Promise.all([query(sql), query('--format', 'csv', sql)]);
  expect(table).toMatchObject({ code: 0, stderr: '' });
  expect(table.stdout).toMatch(/\(1,500 rows, /);
  expect(csv.stdout.trimEnd().split(/\r?\n/)).toHaveLength(1501);
});

test('16: the index is that of -i, else of SDQ_INDEX, else index in SDQ_HOME', async () => {
  const words = ['query', '--format', 'json', 'SELECT count(*) AS videos FROM videos'];
  const runs = await Promise.all([
    sdq([...words, '-i', index], { env: { SDQ_INDEX: join(folder, 'nowhere') } }),
    sdq(words, { env: { SDQ_INDEX: index } }),
    sdq(words, { env: { SDQ_HOME: folder } }),
  ]);
  for (const run of runs) expect(JSON.parse(run.stdout)).toEqual([{ videos: 1500 }]);
  const status = await sdq(['index', 'status', '--json'], { env: { SDQ_INDEX: index } });
  expect(JSON.parse(status.stdout)).toMatchObject({ index });
});

test('a reader that goes away early ends it quietly', () => {
  const words = ['query', '--index', index, '--format', 'ndjson', 'SELECT a.* FROM videos a, videos b'];
  const script = `{ ${sdqForShell(words)}; echo "code $?" >&2; } | head -n 1`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', timeout: 30_000 });
  expect(JSON.parse(stdout)).toHaveProperty('video_id');
  expect(stderr).toBe('code 0\n');
});

test('Ctrl-C stops a running query, also one that waits for a slow reader', async () => {
  const sql = 'SELECT a.* FROM videos a, videos b WHERE a.play_count <> b.play_count';
  const child = startSdq(['query', '--index', index, '--format', 'ndjson', sql]);
  let stderr = '';
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  await waitForOutput(child, /video_id/);
  child.stdout?.pause();
  expect(await interrupt(child)).toBe(130);
  expect(stderr).toBe('sdq: interrupted\n');
});
