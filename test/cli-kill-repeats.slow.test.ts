import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentSnapshotId } from '@sdq/index';
import { expect, test } from 'vitest';
import { interrupt, startSdq, waitForOutput } from './cli-process.ts';

test('the rows of a statement whose stream broke are free after a kill -9 of the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-kill-repeats-'));
  const home = join(folder, 'home');
  const env = { SDQ_HOME: home, PORT: '0', SDQ_SAMPLE_ROWS: '5000', SDQ_COMPACTION: 'off' };
  const start = async () => {
    const child = startSdq(['start'], { env });
    const [, url = ''] = await waitForOutput(child, /^Serving at (\S+)/m);
    const { api_key: key } = JSON.parse(await readFile(join(env.SDQ_HOME, 'demo-keys.json'), 'utf8'));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const ask = (path: string, body: object) =>
      fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { child, ask, get: (path: string) => fetch(url + path, { headers }) };
  };
  try {
    const query = 'SELECT video_id, description FROM videos ORDER BY video_id';
    const before = await start();
    // The structures of the sample index are built beside the service: after a kill, only the snapshot with them is read.
    const index = join(home, 'index');
    await expect.poll(() => readdir(join(index, 'snapshots')), { timeout: 100_000 }).toHaveLength(2);
    const snapshotRead = async () => {
      const answer = await before.ask('/api/shortvideo/sql', { query: 'SELECT 1 AS one' });
      return ((await answer.json()) as Answer).data.snapshot_id;
    };
    await expect.poll(snapshotRead, { timeout: 30_000 }).toBe(await currentSnapshotId(index));
    const submitted = await before.ask('/api/shortvideo/sql', {
      query,
      limit: 4_000,
      wait_timeout_ms: 30_000,
    });
    const first = (await submitted.json()) as Answer;
    expect(first.cost).toBe('$0.4000');
    const path = `/api/shortvideo/sql/statements/${first.data.statement_id}`;
    const rest = await (await before.get(`${path}?format=ndjson&offset=1500`)).text();
    expect(rest.trim().split('\n')).toHaveLength(2_500);
    before.child.kill('SIGKILL');
    await new Promise((resolve) => before.child.once('exit', resolve));

    const after = await start();
    expect((await after.get(path)).status).toBe(410);
    const { snapshot_id } = first.data;
    const again = await after.ask('/api/shortvideo/sql', { query, limit: 4_000, snapshot_id });
    const repeat = (await again.json()) as Answer;
    expect(repeat).toMatchObject({
      cost: '$0.0000',
      data: { repeat_of: first.request_id, row_count: 4_000 },
    });
    expect(await interrupt(after.child)).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);

interface Answer {
  cost: string;
  request_id: string;
  data: { statement_id: string; snapshot_id: string; repeat_of: string | null; row_count: number };
}
