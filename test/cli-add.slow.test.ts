import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdq } from './cli-process.ts';

let folder = '';
let index = '';
const records = [
  { video_id: '7000000000000000001', author: 'ada', description: 'one\ntwo', play_count: 5 },
  { video_id: 'x7', author: 'ada', description: 'no id' },
  { video_id: '7000000000000000003', author: 'bob', description: 'three', play_count: null },
].map((record) => ({ ...record, create_time: '2026-01-02T03:04:05Z' }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-cli-add-'));
  index = join(folder, 'index');
  await writeFile(
    join(folder, 'good.ndjson'),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
  await writeFile(join(folder, 'broken.json'), '{"nothing": [1, 2');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const add = (...words: string[]) => sdq(['index', 'add', '--index', index, ...words], { cwd: folder });

test('a first file makes the index; what is refused is told with its reason and kept', async () => {
  const run = await add('--quiet', '--json', 'good.ndjson');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const report = JSON.parse(run.stdout);
  expect(report).toMatchObject({
    changed: true,
    files: [
      {
        name: 'good.ndjson',
        status: 'added',
        records: 3,
        accepted: 2,
        refused: 1,
        refusedBy: { id_invalid: 1 },
      },
    ],
    tables: { 'shortvideo.videos': { before: 0, after: 2 } },
  });
  const [reject] = (
    await readFile(join(folder, report.files[0].rejectFile), 'utf8').catch(() =>
      readFile(report.files[0].rejectFile, 'utf8'),
    )
  )
    .trimEnd()
    .split('\n');
  expect(JSON.parse(reject ?? '')).toMatchObject({ line: 2, field: 'video_id', reason: 'id_invalid' });
});

test('the same file again changes nothing, and both its fate and its rows can be seen', async () => {
  const run = await add('--quiet', 'good.ndjson');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatch(/^good\.ndjson +\S+ +already added +3 +2 +1$/m);
  expect(run.stdout).toMatch(/^ {2}1 refused: .* \(id_invalid\)$/m);
  expect(run.stdout).toMatch(/^No changes: snapshot [0-9a-f]{32} remains current$/m);
  const status = await sdq(['index', 'status', '--index', index]);
  expect(status.stdout).toMatch(/^good\.ndjson +\S+ +3 +2 +1$/m);
  const rows = await sdq([
    'query',
    '--index',
    index,
    '--format',
    'ndjson',
    'SELECT video_id, description FROM videos ORDER BY 1',
  ]);
  expect(
    rows.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { video_id: '7000000000000000001', description: 'one\ntwo' },
    { video_id: '7000000000000000003', description: 'three' },
  ]);
});

test.each([
  [['broken.json'], 1, /^sdq: (format_unknown|file_malformed): .*broken\.json/],
  [['nowhere.json'], 1, /^sdq: file_missing: .*nowhere\.json/],
  [
    ['--input-format', 'xml', 'good.ndjson'],
    2,
    /^sdq: usage_error: Unknown input format "xml"\nhint: Available formats: tiktok-scraper/,
  ],
  [['--mapping', 'none.json', 'good.ndjson'], 1, /^sdq: \w+: .*none\.json/],
  [['--table', 'vidoes', 'good.ndjson'], 1, /^sdq: \w+: .*vidoes/],
  [['--observed-at', 'yesterday', 'good.ndjson'], 2, /^sdq: usage_error: .*Expected a time such as/],
  [['--set', 'region', 'good.ndjson'], 2, /^sdq: usage_error: Invalid value of --set "region"/],
  [[], 2, /^sdq: usage_error: Missing required argument 'file'/],
])('%j fails with one message', async (words, code, message) => {
  const run = await add(...words);
  expect(run.stderr).toMatch(message);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  expect(run.code).toBe(code);
});

test('a bad file among good ones: the good ones are taken in, the exit code says that one was not', async () => {
  await writeFile(
    join(folder, 'second.ndjson'),
    `${JSON.stringify({ ...records[0], video_id: '7000000000000000009' })}\n`,
  );
  const run = await add('--json', 'broken.json', 'second.ndjson');
  expect(run.code).toBe(1);
  expect(JSON.parse(run.stdout)).toMatchObject({
    files: [
      { status: 'failed', error: { message: expect.stringContaining('broken.json') } },
      { status: 'added' },
    ],
    tables: { 'shortvideo.videos': { before: 2, after: 3 } },
  });
});

test('--format is the deprecated name of --input-format', async () => {
  const former = await add('--format', 'json', 'good.ndjson');
  expect(former.stderr).toContain('warning: The option "--format" is deprecated: use "--input-format"\n');
  const current = await add('--input-format', 'json', 'good.ndjson');
  expect(current.stdout).toBe(former.stdout);
  expect(current.stderr).toBe(former.stderr.replace(/^warning: .*\n/, ''));
});
