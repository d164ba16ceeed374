import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { builtInCatalog } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { allRows, Database } from '@sdq/duckdb';
import { checkContents, openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { sdq } from './cli-process.ts';
import { changeRows } from './support/change-rows.ts';
import { writeSmallIndex } from './support/small-index.ts';

/** In every text of the purged record but its ID; greater than other values, so that bounds have it. */
const marker = 'zzmarkerzz';

/** Files below a folder whose bytes have the marker. */
async function filesWithMarker(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(marker)) found.push(path.slice(folder.length + 1));
  }
  return found.sort();
}

/** Parquet files below a folder that have a row with the marker, whatever their compression. */
async function parquetWithMarker(folder: string): Promise<string[]> {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!entry.endsWith('.parquet')) continue;
    const [row] = await allRows<{ n: string }>(
      connection,
      `SELECT count(*)::VARCHAR AS n FROM read_parquet('${join(folder, entry)}', hive_partitioning = false) AS t WHERE to_json(t)::VARCHAR LIKE '%${marker}%'`,
    );
    if (row?.n !== '0') found.push(entry);
  }
  connection.closeSync();
  return found;
}

async function ask<Shape>(index: string, sql: string): Promise<Shape[]> {
  await using engine = await openEngine({ index, isolation: 'in-process', advisoryParser: false });
  return await (await engine.query(sql)).toArray<Shape>();
}

async function run(words: readonly string[], input: string): Promise<string> {
  const done = await sdq(words, { input });
  expect({ words, code: done.code, stderr: done.code === 0 ? '' : done.stderr }).toEqual({
    words,
    code: 0,
    stderr: '',
  });
  return done.stdout;
}

test('purged records leave no byte in the index, the data directory and the account database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-purge-'));
  const [index, home] = [join(folder, 'index'), join(folder, 'home')];
  const videos = builtInCatalog.find('shortvideo', 'videos');
  if (videos === undefined) throw new Error('no videos');
  try {
    await writeSmallIndex(index, 400, {
      author: `CASE WHEN i = 7 THEN '${marker} ada' ELSE 'user' || (i % 17) END`,
      description: `CASE WHEN i = 7 THEN '${marker} caption' ELSE 'caption ' || i END`,
      hashtags: `['tag' || (i % 4), CASE WHEN i = 7 THEN '${marker}tag' ELSE 'other' END]`,
    });
    await buildIndex({ index, smallTables: true });
    // the row was observed again, so that a delta file and a mask hold it as well
    await changeRows(index, videos, {
      written: `SELECT * REPLACE (play_count + 1 AS play_count) FROM living WHERE author = '${marker} ada'`,
    });
    const [{ id = '' } = {}] = await ask<{ id: string }>(
      index,
      `SELECT video_id AS id FROM videos WHERE author = '${marker} ada'`,
    );
    await mkdir(join(home, 'spool'), { recursive: true });
    await mkdir(join(home, 'media', 'shortvideo'), { recursive: true });
    const line = (video_id: string, description: string) =>
      JSON.stringify({
        observation: 'shortvideo.videos',
        observed_at: '2026-01-01T00:00:00Z',
        source: 'x',
        values: { video_id, description },
      });
    await writeFile(
      join(home, 'spool', '1-999999-0.ndjson'),
      `${line(id, marker)}\n${line('7111111111111111111', 'other')}\n`,
    );
    await writeFile(join(home, 'spool', '2-999999-0.refused'), `${line(id, marker)}\n`);
    await writeFile(
      join(home, 'media', 'shortvideo', `${id}.transcript.json`),
      JSON.stringify({ text: marker }),
    );
    await writeFile(join(home, 'media', 'shortvideo', '7111111111111111111.mp4'), 'other');
    let shareId = '';
    {
      await using accounts = await openAccounts({ directory: join(home, 'accounts') });
      const { account } = await accounts.createAccount({ email: 'a@example.org', name: 'A' });
      const accountId = account.accountId;
      const query = await accounts.saveQuery(accountId, {
        name: 't',
        description: '',
        folder: '',
        platform: 'shortvideo',
        text: 'SELECT 1',
        parameters: null,
        limit: 10,
        view: null,
      });
      const snapshotId = (await openSnapshot(index)).id;
      const share = await accounts.createShare(accountId, {
        query: {
          queryId: query?.queryId ?? '',
          title: 't',
          description: '',
          platform: 'shortvideo',
          text: 'SELECT 1',
          parameters: null,
          limit: 10,
          snapshotId,
          embedHosts: [],
          expiresAt: null,
        },
        result: {
          snapshotId,
          rowCount: 1,
          truncated: false,
          bytes: Buffer.from(marker.repeat(1_000)),
          forMs: 1e9,
        },
      });
      await accounts.publishShare(accountId, share.shareId);
      shareId = share.shareId;
    }
    const before = await filesWithMarker(folder);
    for (const pattern of [
      /\.parquet$/,
      /\.duckdb$/,
      /\.keys$/,
      /snapshots\/.*\.json$/,
      /spool/,
      /media/,
      /accounts/,
    ])
      expect(before).toContainEqual(expect.stringMatching(pattern));
    expect((await parquetWithMarker(index)).length).toBeGreaterThanOrEqual(4);

    const words = ['index', 'remove', '--ids', '-', '--reason', 'request 42', '--index', index];
    const removed = JSON.parse(await run([...words, '--purge', '--home', home, '--json'], `${id}\n`));
    expect(removed.purge).toMatchObject({
      tables: expect.arrayContaining([
        'shortvideo.videos',
        'shortvideo.video_hashtags',
        'shortvideo.comments',
      ]),
      spool_lines: 2,
      media_files: 1,
      kept_results: 1,
      unreached: [expect.stringContaining('backups')],
    });
    expect(await filesWithMarker(folder)).toEqual([]);
    expect(await parquetWithMarker(index)).toEqual([]);
    expect(await readdir(join(index, 'snapshots'))).toHaveLength(1);
    expect(await readdir(join(home, 'media', 'shortvideo'))).toEqual(['7111111111111111111.mp4']);
    expect(await readFile(join(home, 'spool', '1-999999-0.ndjson'), 'utf8')).toContain('7111111111111111111');
    const counts = 'SELECT count(*)::VARCHAR AS n, count(DISTINCT video_id)::VARCHAR AS ids FROM videos';
    expect(await ask(index, counts)).toEqual([{ n: '399', ids: '399' }]);
    expect(await checkContents(await openSnapshot(index))).toEqual([]);
    await using accounts = await openAccounts({ directory: join(home, 'accounts') });
    expect((await accounts.openShare(shareId))?.result).toMatchObject({ isWithdrawn: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
