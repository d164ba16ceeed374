import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { interrupt, sdq, startSdq, waitForOutput } from '../cli-process.ts';
import { addVideos, makePlace, serveStore } from './place.ts';

test('an addition is published, comes to services that mirror the store, and is answered there', async () => {
  await using place = await makePlace();
  await using served = await serveStore();
  const env = {
    ...served.server.environment,
    PORT: '0',
    SDQ_HOME: place.path('home'),
    SDQ_MIRROR_SECONDS: '1',
  };
  const [index, store] = [place.path('index'), 's3://bucket/an index'];
  const early = await sdq(['index', 'mirror', '--from', store, '--index', place.path('early')], { env });
  expect(early).toMatchObject({ code: 0, stdout: `There is no snapshot in ${store}\n` });
  const none = await sdq(['serve', '--mirror', store, '--index', place.path('early')], { env });
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('sdq index publish --to') });

  await addVideos(index, 0, 40, 1);
  const publisher = startSdq(['index', 'publish', '--index', index, '--to', store, '--follow', '--json'], {
    env,
  });
  await waitForOutput(publisher, /"uploaded_files":\d+/);
  const created = await sdq(['account', 'create', '--name', 'F', '--email', 'f@example.org', '--json'], {
    env,
  });
  const { api_key: key } = JSON.parse(created.stdout) as { api_key: string };
  const replica = startSdq(['serve', '--mirror', store, '--index', place.path('replica')], { env });
  const [, url = ''] = await waitForOutput(replica, /Serving .* at (http:\S+)/);
  const count = async () => {
    const answer = await fetch(`${url}/api/shortvideo/sql`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'SELECT count(*)::INTEGER AS n FROM videos' }),
    });
    return ((await answer.json()) as { data: { rows: [{ n: number }] } }).data?.rows?.[0]?.n;
  };
  expect(await count()).toBe(40);
  await addVideos(index, 40, 2, 2);
  for (let waited = 0; (await count()) !== 42 && waited < 300; waited++) await pause(100);
  expect(await count()).toBe(42);
  const health = (await (await fetch(`${url}/healthz`)).json()) as { mirror: object };
  expect(health).toMatchObject({ status: 'ok', mirror: { store, lag_seconds: 0, bytes_behind: 0 } });
  const refused = await sdq(['index', 'add', '--index', place.path('replica'), `${index}/CURRENT`], { env });
  expect(refused.stderr).toContain('is a mirror of');
  expect(await readFile(`${place.path('replica')}/CURRENT`, 'utf8')).toBe(
    await readFile(`${index}/CURRENT`, 'utf8'),
  );
  expect(await interrupt(replica)).toBe(0);
  expect(await interrupt(publisher)).toBe(130);
}, 300_000);
