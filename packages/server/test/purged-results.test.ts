import { builtInCatalog } from '@sdq/catalog';
import { purgeIndex } from '@sdq/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows } from '../../../test/support/change-rows.ts';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ retained: { statementMs: 600_000 } });
});
afterAll(async () => await service[Symbol.asyncDispose]());

const query = 'SELECT video_id, description FROM videos ORDER BY play_count';

async function codeOf(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
}

test('what was read before a purge is withdrawn from a running service, and its snapshots are let go', async () => {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const statements = `${service.service.url}/api/shortvideo/sql/statements`;
  const begun = await postSql(service, { query, limit: 2_000, wait_timeout_ms: 20_000 });
  const { statement_id: id } = ((await begun.json()) as { data: { statement_id: string } }).data;
  const made = await fetch(`${statements}/${id}/links`, {
    method: 'POST',
    headers,
    body: '{"format":"csv"}',
  });
  const { url } = ((await made.json()) as { data: { url: string } }).data;
  expect((await fetch(url)).status).toBe(200);
  const before = service.engine.snapshotId;
  const again = { query, limit: 5, snapshot_id: before };
  expect((await postSql(service, again)).status).toBe(200);

  const videos = builtInCatalog.find('shortvideo', 'videos');
  if (videos === undefined) throw new Error('no videos');
  await changeRows(service.engine.index, videos, {
    written: 'FROM living LIMIT 0',
    removed: "author = 'a1'",
  });
  // the engine of a started service does so by itself
  const refreshing = setInterval(() => void service.engine.refresh(), 100);
  const { held, snapshotId } = await purgeIndex({
    index: service.engine.index,
    only: ['shortvideo.videos'],
  }).finally(() => clearInterval(refreshing));
  await service.engine.refresh();
  expect(held).toEqual([]);
  expect(snapshotId).not.toBe(before);
  expect(await codeOf(await fetch(url))).toEqual([410, 'result_withdrawn']);
  expect(await codeOf(await postSql(service, again))).toEqual([410, 'result_withdrawn']);
  expect((await postSql(service, { query, limit: 5 })).status).toBe(200);
}, 60_000);
