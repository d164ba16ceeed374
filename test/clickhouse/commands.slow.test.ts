import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { interrupt, sdq, startSdq, waitForOutput } from '../cli-process.ts';
import { writeSmallIndex } from '../support/small-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { clusterName, hasClickHouse, openCluster } from './nodes/cluster.ts';

describe.skipIf(!hasClickHouse)('sdq cluster', () => {
  test('prepares nodes, loads an index, serves it, tells its state, and leaves nothing', async () => {
    await using directory = await temporaryDirectory();
    const index = join(directory.path, 'index');
    await writeSmallIndex(index, 500);
    await using cluster = await openCluster({ shards: 2 });
    const env = {
      SDQ_CLICKHOUSE_URL: cluster.urls.join(' '),
      SDQ_CLICKHOUSE_CLUSTER: cluster.cluster ?? clusterName,
      SDQ_HOME: join(directory.path, 'home'),
      PORT: '0',
    };
    const early = await sdq(['cluster', 'load', '--index', index], { env });
    expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('sdq cluster init') });
    const nowhere = await sdq(['serve', '--backend', 'clickhouse', '--index', index], { env });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('sdq cluster load') });
    const init = await sdq(['cluster', 'init'], { env });
    expect(init).toMatchObject({ code: 0, stdout: expect.stringContaining('2 nodes prepared: 2 shards') });
    const load = await sdq(['cluster', 'load', '--index', index, '--json'], { env });
    expect({ code: load.code, stderr: load.stderr }).toMatchObject({ code: 0 });
    const loaded = JSON.parse(load.stdout) as { snapshot_id: string; rows: number };
    const status = JSON.parse((await sdq(['cluster', 'status', '--json'], { env })).stdout) as object;
    expect(status).toMatchObject({
      shards: 2,
      snapshot_id: loaded.snapshot_id,
      nodes: [{ shard: 1 }, { shard: 2 }],
      snapshots: [{ current: true, complete: true, rows: loaded.rows }],
    });
    expect((await sdq(['cluster', 'status'], { env })).stdout).toContain(
      `current snapshot ${loaded.snapshot_id}`,
    );

    const made = await sdq(['account', 'create', '--name', 'F', '--email', 'f@example.org', '--json'], {
      env,
    });
    const { api_key: key } = JSON.parse(made.stdout) as { api_key: string };
    const service = startSdq(['serve', '--backend', 'clickhouse', '--index', index], { env });
    const [, url = ''] = await waitForOutput(service, /Serving .* at (http:\S+)/);
    const ask = async (query: string) => {
      const answer = await fetch(`${url}/api/shortvideo/sql`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return (await answer.json()) as { data: { rows: object[] }; error: object };
    };
    expect((await ask('SELECT count(*)::INTEGER AS n FROM videos')).data.rows).toEqual([{ n: 500 }]);
    expect((await ask('SELECT hash(author) AS n FROM videos LIMIT 1')).error).toMatchObject({
      code: 'not_supported_by_backend',
    });
    expect(await interrupt(service)).toBe(0);

    const wrong = await sdq(['cluster', 'drop', '--snapshot', loaded.snapshot_id], { env });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('the current snapshot') });
    expect(await sdq(['cluster', 'drop', '--all'], { env })).toMatchObject({
      code: 0,
      stdout: '1 snapshot dropped\n',
    });
    const empty = await sdq(['cluster', 'status', '--json'], { env });
    expect(JSON.parse(empty.stdout)).toMatchObject({ snapshot_id: null, snapshots: [] });
  }, 300_000);

  test('one platform is loaded and answered by the cluster, the others from the index', async () => {
    await using directory = await temporaryDirectory();
    const index = join(directory.path, 'index');
    await writeSmallIndex(index, 40);
    await using cluster = await openCluster({ shards: 1 });
    const env = {
      SDQ_CLICKHOUSE_URL: cluster.urls.join(' '),
      SDQ_HOME: join(directory.path, 'home'),
      PORT: '0',
    };
    await sdq(['cluster', 'init'], { env });
    const load = async (...more: string[]) =>
      await sdq(['cluster', 'load', '--index', index, '--json', ...more], { env });
    expect(await load('--platform', 'shortvideos')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Unknown platform "shortvideos"'),
    });
    const first = JSON.parse((await load('--platform', 'shortvideo')).stdout) as { tables: number };
    expect(first).toMatchObject({ unchanged: false });
    expect(JSON.parse((await load('--platform', 'shortvideo')).stdout)).toMatchObject({ unchanged: true });
    const made = await sdq(['account', 'create', '--name', 'F', '--email', 'f@example.org', '--json'], {
      env,
    });
    const { api_key: key } = JSON.parse(made.stdout) as { api_key: string };
    const serve = ['serve', '--index', index, '--backend'];
    for (const wrong of ['spark', 'shortvideo=spark', 'shortvideo=duckdb,shortvideo=clickhouse'])
      expect(await sdq([...serve, wrong], { env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Expected duckdb, clickhouse, or platforms with theirs'),
      });
    await sdq(['platform', 'micro', '--sql', 'ready', '--index', index], { env });
    const service = startSdq([...serve, 'shortvideo=clickhouse'], { env });
    const [, url = ''] = await waitForOutput(service, /Serving .* at (http:\S+)/);
    const ask = async (platform: string, query: string) => {
      const answer = await fetch(`${url}/api/${platform}/sql`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return (await answer.json()) as { data: { rows: object[] }; error: object };
    };
    expect(await ask('shortvideo', 'SELECT count(*)::INTEGER AS n FROM videos')).toMatchObject({
      data: { rows: [{ n: 40 }] },
    });
    expect((await ask('shortvideo', 'SELECT hash(author) AS n FROM videos LIMIT 1')).error).toMatchObject({
      code: 'not_supported_by_backend',
    });
    expect(await ask('micro', 'SELECT count(hash(id))::INTEGER AS n FROM tweets')).toMatchObject({
      data: { rows: [{ n: 0 }] },
    });
    const all = JSON.parse((await load()).stdout) as { tables: number };
    expect(all).toMatchObject({ unchanged: false });
    expect(all.tables).toBeGreaterThan(first.tables);
    expect(await interrupt(service)).toBe(0);
  }, 300_000);

  test('tells what is wrong with an address, and repeats no password', async () => {
    const address = 'http://reader:hidden%20word@127.0.0.1:9';
    const env = { SDQ_CLICKHOUSE_URL: address };
    const gone = await sdq(['cluster', 'status'], { env });
    expect(gone).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('http://127.0.0.1:9 does not answer'),
    });
    expect(gone.stderr).not.toContain('hidden');
    for (const [words, message] of [
      [[], 'No node is named'],
      [['--clickhouse', 'ch1:8123'], 'is not reached over HTTP'],
      [['--clickhouse', 'http://u:hidden@ch1:8123/db'], 'has a path'],
      [['--clickhouse', 'http://ch1:8123', 'http://ch1:8123/'], 'is named twice'],
    ] as const) {
      const refused = await sdq(['cluster', 'status', ...words], {});
      expect(refused, message).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
      expect(refused.stderr).not.toContain('hidden');
    }
  }, 300_000);
});
