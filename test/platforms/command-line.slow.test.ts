import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '@sdq/accounts';
import { generateIndex } from '@sdq/data';
import { markSql } from '@sdq/platforms';
import { expect, test } from 'vitest';
import { startXServer } from '../../packages/platforms/test/upstream/x-server.ts';
import { sdq, startSdq, waitForOutput } from '../cli-process.ts';

/** The real command: video files from a directory, a live driver into SQL, and a record taken out again. */

type Data = Record<string, never> & {
  rows: object[];
  videos: { video_id: string }[];
  addons: { video_files: Record<string, { url: string } | null> };
};

const first = '1900000000000000000';

test('SDQ_MEDIA_DIR, write-through and removals over HTTP', { timeout: 90_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-platforms-cli-'));
  await using api = await startXServer(3, 'old');
  const home = join(folder, 'home');
  const media = join(folder, 'media');
  await mkdir(join(media, 'shortvideo'), { recursive: true });
  const env = {
    SDQ_HOME: home,
    PORT: '0',
    SDQ_MEDIA_DIR: media,
    SDQ_X_BEARER_TOKEN: 'secret',
    SDQ_X_API_BASE_URL: api.url,
    SDQ_WRITE_THROUGH_SECONDS: '1',
    SDQ_RATE_SQL_PER_MINUTE: '0',
  };
  const index = join(home, 'index');
  await generateIndex({ out: index, rows: 300, threads: 2 });
  await markSql(index, 'micro', 'ready');
  const accounts = await openAccounts({ directory: join(home, 'accounts') });
  const { account } = await accounts.createAccount({
    name: 'Ruta',
    email: 'ruta@example.org',
    balanceUnits: 100_000,
  });
  const { key } = await accounts.createKey(account.accountId, { name: 'one' });
  await accounts.close();
  const service = startSdq(['serve', '--index', index], { env });
  try {
    const [, url = ''] = await waitForOutput(service, /Serving \S+ at (http:\S+)/);
    const headers = { authorization: `Bearer ${key}` };
    const get = async (path: string) => {
      const response = await fetch(`${url}/api/${path}`, { headers });
      return { status: response.status, data: ((await response.json()) as { data: Data }).data };
    };
    const rows = async (query: string) => {
      const response = await fetch(`${url}/api/micro/sql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const body = (await response.json()) as { data?: Data };
      return body.data?.rows ?? body;
    };
    const until = async (query: string, expected: object[]) => {
      let found: unknown;
      for (let time = 0; time < 120; time++) {
        found = await rows(query);
        if (JSON.stringify(found) === JSON.stringify(expected)) return;
        await sleep(250);
      }
      expect(found).toEqual(expected);
    };

    const [video] = (await get('shortvideo/feed?count=1')).data.videos;
    await writeFile(join(media, 'shortvideo', `${video?.video_id}.mp4`), 'a film of nobody');
    const { data } = await get('shortvideo/feed?count=1&addons=video_files');
    const link = data.addons.video_files[video?.video_id ?? '']?.url ?? '';
    expect(link.startsWith(`${url}/api/media/`)).toBe(true);
    const part = await fetch(link, { headers: { range: 'bytes=2-5' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-5/16',
      'film',
    ]);

    expect((await get(`micro/post?tweet_id_or_url=${first}`)).status).toBe(200);
    await until(`SELECT content FROM tweets WHERE id = '${first}'`, [{ content: 'the whole text <3' }]);
    const removed = await sdq(['platform', 'micro', '--remove', first], { env });
    expect([removed.code, removed.stderr]).toEqual([0, '']);
    expect(removed.stdout).toContain('micro.tweets: 1 record removed');
    await until(`SELECT content FROM tweets WHERE id = '${first}'`, []);
    await until(`SELECT record_table FROM removals WHERE record_key = '${first}'`, [
      { record_table: 'tweets' },
    ]);
  } finally {
    service.kill('SIGINT');
    if (service.exitCode === null) await once(service, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
});
