import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../support/small-index.ts';
import { readOptions } from './options.ts';
import { reportMarkdown } from './report/markdown.ts';
import { isFaultless, makeReport } from './report/report.ts';
import type { Outcome, Verdict } from './statement.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-verify-'));
  await writeSmallIndex(join(folder, 'index'), 30);
  await mkdir(join(folder, 'queries'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(...words: string[]): ChildProcess {
  return spawn(process.execPath, ['--conditions=@sdq/source', program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: ChildProcess) {
  const text = async (stream: NodeJS.ReadableStream | null) => {
    let all = '';
    for await (const part of stream ?? []) all += String(part);
    return all;
  };
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

test('a run reports every statement, as JSON and as Markdown, and exits with 0 when all answers are equal', async () => {
  await writeFile(
    join(folder, 'queries', 'a.sql'),
    'CREATE TABLE t (x INTEGER); INSERT INTO t VALUES (1), (2);\nSELECT sum(x) AS s FROM t;\nSELECT no FROM videos;',
  );
  await writeFile(join(folder, 'queries', 'b.jsonl'), '{"sql": "SELECT * FROM duckdb_settings()"}\n');
  const report = join(folder, 'report.md');
  const child = start(
    join(folder, 'queries'),
    '--index',
    join(folder, 'index'),
    '--json',
    '--report',
    report,
  );
  const { code, stdout, stderr } = await ended(child);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('3 statements: 1 equal'),
  });
  expect(JSON.parse(stdout)).toMatchObject({
    statements: 3,
    counts: { equal: 1, refused: 1, failed: 1, different: 0, crashed: 0 },
    kinds: { refused: [{ count: 1, source: 'b.jsonl:1', example: 'SELECT * FROM duckdb_settings()' }] },
  });
  expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toEqual(JSON.parse(stdout));
  expect(await readFile(report, 'utf8')).toContain('| refused | 1 |');
});

test('Ctrl-C ends the run, and the report has what ran so far', async () => {
  const line = '{"sql": "SELECT count(*) FROM range(1000000) a(x), range(50) b(y)"}\n';
  await writeFile(join(folder, 'many.jsonl'), line.repeat(5_000));
  const child = start(
    join(folder, 'many.jsonl'),
    '--index',
    join(folder, 'index'),
    '--report',
    join(folder, 'part.md'),
  );
  const finished = ended(child);
  const deadline = setTimeout(() => child.kill('SIGKILL'), 50_000);
  await once(child.stderr as NodeJS.ReadableStream, 'data');
  child.kill('SIGINT');
  expect(await finished).toMatchObject({ code: 130 });
  clearTimeout(deadline);
  expect(existsSync(join(folder, 'part.json'))).toBe(true);
  expect(await readFile(join(folder, 'part.md'), 'utf8')).toContain('The run was interrupted');
});

test('wrong usage is told with the help, and exits with 2', async () => {
  expect(await ended(start(join(folder, 'queries'), '--index', join(folder, 'queries')))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('index_missing'),
  });
  const { code, stdout, stderr } = await ended(start('no-such-folder'));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^There is no folder or file no-such-folder\n\nnpm run verify:sql -- /);
  expect(() => readOptions(['--limit', '0'])).toThrow('--limit must be a whole number from 1');
  expect(() => readOptions(['--only', 'wrong'])).toThrow('--only must be one of equal, open, different');
  expect(() => readOptions(['a', 'b'])).toThrow('Only one folder or file');
  expect(() => readOptions(['--speed'])).toThrow("Unknown option '--speed'");
  expect(readOptions(['a', '--only', 'refused', '--only', 'crashed'])).toMatchObject({
    path: 'a',
    only: ['refused', 'crashed'],
    timeoutMs: 5_000,
  });
});

const verdict = (outcome: Outcome, kind: string, sql: string): Verdict => ({
  statement: { sql, source: 'tool/a' },
  outcome,
  kind,
  detail: `${kind} of ${sql}`,
});

test('a report groups by kind with the shortest example, and is faultless without differences and crashes', () => {
  const facts = { subject: 'a|b', index: 'i', seconds: 1, isInterrupted: false, only: ['refused'] as const };
  const good = makeReport(
    [
      verdict('equal', 'equal', 'SELECT 1'),
      verdict('refused', 'no a|b', 'SELECT a, a'),
      verdict('refused', 'no a|b', 'SELECT a'),
      verdict('refused', 'other', 'SELECT b'),
    ],
    facts,
  );
  expect(good.kinds.refused?.map(({ kind, count, example }) => [kind, count, example])).toEqual([
    ['no a|b', 2, 'SELECT a'],
    ['other', 1, 'SELECT b'],
  ]);
  expect(good.listed).toHaveLength(3);
  expect(isFaultless(good)).toBe(true);
  expect(reportMarkdown(good)).toContain('| 2 | no a\\|b | `SELECT a` | no a\\|b of SELECT a | tool/a |');
  expect(isFaultless(makeReport([verdict('different', 'rows', 'SELECT 1')], facts))).toBe(false);
  expect(isFaultless(makeReport([verdict('crashed', 'x', 'SELECT 1')], facts))).toBe(false);
});
