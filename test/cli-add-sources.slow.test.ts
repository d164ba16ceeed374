import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interrupt, sdq, startSdq } from './cli-process.ts';

let folder = '';
const csv = (id: number) => `video_id,create_time,views\n${id},1700000000,7\n`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-cli-sources-'));
  await mkdir(join(folder, 'data/more'), { recursive: true });
  await writeFile(join(folder, 'data/a.csv'), csv(1));
  await writeFile(join(folder, 'data/more/b.csv'), csv(2));
  await writeFile(join(folder, 'data/clip.mp4'), 'x');
  await writeFile(join(folder, 'data/notes.txt'), 'Hello.\n');
  await mkdir(join(folder, 'bad'));
  await writeFile(join(folder, 'bad/cut.json'), '[{"video_id": "1"');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const add = (words: readonly string[], input?: string) =>
  sdq(['index', 'add', '--index', 'index', '--no-build', '--quiet', ...words], {
    cwd: folder,
    ...(input !== undefined && { input }),
  });

test('a dry run of a folder lists what is taken and what is left out, as text and as JSON', async () => {
  const text = await add(['--dry-run', 'data']);
  expect(text).toMatchObject({ code: 0, stderr: '' });
  expect(text.stdout).toContain(
    'data/more/b.csv: csv into shortvideo.videos, 1 record: 1 accepted, 0 refused',
  );
  expect(text.stdout).toContain(
    'left out: 2 sources\n  a video: data/clip.mp4\n  unknown format: text that begins with',
  );
  const json = JSON.parse((await add(['--dry-run', '--json', 'data'])).stdout);
  expect(json.files.map(({ name }: { name: string }) => name)).toEqual(['data/a.csv', 'data/more/b.csv']);
  expect(json.skipped[0]).toEqual({ name: 'data/clip.mp4', reason: 'a video' });
});

test('a folder, a pattern and standard input are imported; the exit code is 1 if one of their files is damaged', async () => {
  const good = await add(['data', '-'], csv(3));
  expect(good).toMatchObject({ code: 0, stderr: '' });
  expect(good.stdout).toMatch(/^standard input +csv +added +1 +1 +0$/m);
  expect(good.stdout).toContain('left out: 2 sources');
  const bad = await add(['--json', 'data/**/*.csv', 'bad']);
  expect(bad.code).toBe(1);
  expect(bad.stderr).toContain('"bad/cut.json" is not valid JSON');
  const report = JSON.parse(bad.stdout);
  expect(report.files.map(({ status }: { status: string }) => status)).toEqual([
    'already added',
    'already added',
    'failed',
  ]);
});

test('an interruption of a download ends the command and leaves no spool', async () => {
  const server = createServer((_request, response) => void response.write('video_id,'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.csv`;
  const child = startSdq(['index', 'add', '--index', 'index', '--no-build', url], { cwd: folder });
  await once(server, 'request');
  expect(await interrupt(child)).toBe(130);
  expect(await readdir(join(folder, 'index/staging'))).toEqual([]);
  server.closeAllConnections();
  server.close();
});
