import { Sdq, sql } from '@sdq/client';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { clientCases, expectedPart } from './cases.ts';
import { type FaultyNetwork, startFaultyNetwork } from './faulty-network.ts';
import { outcomeOf } from './run-cases.ts';

/** Besides the 100,000 units that the account has. */
const creditUnits = 10_000_000;

let service: TestService;
let network: FaultyNetwork;
beforeAll(async () => {
  service = await startTestService();
  await service.accounts.addCredit(service.accountId, { units: creditUnits, reason: 'tests' });
  network = await startFaultyNetwork(service.service.url);
});
afterAll(async () => {
  await network?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

function clientOf(fault = 'none', options: Partial<ConstructorParameters<typeof Sdq>[0]> = {}): Sdq {
  return new Sdq({ apiKey: service.key, baseUrl: network.urlOf(fault), retries: 1, ...options });
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function spentUnits(): Promise<number> {
  const account = await service.accounts.findAccount(service.accountId);
  return 100_000 + creditUnits - (account?.balanceUnits ?? 0);
}

test.each(clientCases)('$name', async (each) => {
  const before = await spentUnits();
  const [part, expected] = expectedPart(
    each,
    await outcomeOf(each, { urlOf: network.urlOf, apiKey: service.key }),
  );
  expect(part).toEqual(expected);
  if (each.cost !== undefined)
    expect((await spentUnits()) - before).toBe(Math.round(Number(each.cost.slice(1)) * 10_000));
});

test('attempts of one request have one name', async () => {
  const client = clientOf('lose-answer-once');
  await client.query('SELECT 8 AS n');
  const keys = network.seen.get('lose-answer-once') ?? [];
  expect(keys.at(-1)).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.at(-2)).toBe(keys.at(-1));
});

test('integers arrive as the option asks, in nested values too', async () => {
  const text =
    "SELECT 1 AS small, 5::BIGINT AS b, {'ids': [6::BIGINT, NULL]} AS s, MAP {'k': 7::BIGINT} AS m";
  const [asBigint] = await clientOf('none', { integers: 'bigint' }).query(text);
  expect(asBigint).toEqual({ small: 1, b: 5n, s: { ids: [6n, null] }, m: { k: 7n } });
  const streamed: unknown[] = [];
  for await (const row of clientOf().query(text, { integers: 'string' })) streamed.push(row);
  expect(streamed).toEqual([{ small: 1, b: '5', s: { ids: ['6', null] }, m: { k: '7' } }]);
});

test('a template sends its values as parameters', async () => {
  const filter = sql`author = ${"a3' OR true --"} OR play_count = ${9007199254740993n}`;
  expect([...(await clientOf().query(sql`SELECT video_id FROM videos WHERE ${filter}`))]).toEqual([]);
});

test('a stream that is left is cancelled, and its receipt tells what it cost', async () => {
  const query = clientOf().query('SELECT range AS i FROM range(900000)', { limit: 900_000 });
  let count = 0;
  for await (const _ of query) if (++count === 10) break;
  const receipt = await query.receipt;
  expect(receipt.records).toBeGreaterThanOrEqual(10);
  expect(receipt.records).toBeLessThan(900_000);
});

test('a signal ends a query, before it is sent and while it runs', async () => {
  const reason = new Error('enough');
  const aborted = clientOf().query('SELECT 1', { signal: AbortSignal.abort(reason) });
  await expect(aborted).rejects.toBe(reason);
  const controller = new AbortController();
  const rows = clientOf().query('SELECT range AS i FROM range(900000)', {
    limit: 900_000,
    signal: controller.signal,
  });
  const reading = (async () => {
    for await (const _ of rows) controller.abort(reason);
  })();
  await expect(reading).rejects.toBe(reason);
});

test('batches of Arrow are read one by one by the decoder of the caller', async () => {
  const query = clientOf().query('SELECT video_id, play_count, [author] AS authors FROM videos ORDER BY 2', {
    limit: 5_000,
  });
  let rows = 0;
  let batches = 0;
  for await (const table of query.batches((bytes) => tableFromIPC(bytes, { useBigInt: true }))) {
    if (batches++ === 0) expect(table.get(0)).toMatchObject({ play_count: 1n, authors: ['a1'] });
    rows += table.numRows;
  }
  expect(rows).toBe(5_000);
  expect(batches).toBeGreaterThan(1);
  const broken = clientOf('cut').query('SELECT video_id, description FROM videos', { limit: 5_000 });
  await expect(collected(broken.batches((bytes) => bytes.length))).rejects.toMatchObject({
    code: 'stream_broken',
  });
});

test('a stream of Arrow that resumes has each row once, and is paid once', async () => {
  const before = await spentUnits();
  const query = clientOf('cut-early').query(
    'SELECT play_count, video_id, description FROM videos ORDER BY 1',
    {
      limit: 5_000,
      resume: true,
    },
  );
  const plays: number[] = [];
  for await (const table of query.batches((bytes) => tableFromIPC(bytes))) {
    for (const { play_count } of table.toArray()) plays.push(play_count);
  }
  expect(plays).toEqual(Array.from({ length: 5_000 }, (_, i) => i + 1));
  expect((await query.receipt).cost).toBe('$0.5000');
  expect((await spentUnits()) - before).toBe(5_000);
  await expect(
    collected(clientOf('cut').query('SELECT 1', { resume: true }).bytes('csv')),
  ).rejects.toMatchObject({
    code: 'usage_error',
  });
  const broken = clientOf('cut').query('SELECT video_id, description, author FROM videos', {
    limit: 5_000,
    resume: true,
  });
  await expect(collected(broken.batches((bytes) => bytes.length))).rejects.toMatchObject({
    code: 'stream_broken',
  });
});

test('a query that resumes is cancelled when its signal comes before its rows', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const query = clientOf().query('SELECT count(*) FROM range(10000000) a, range(100000) b', {
    resume: true,
    signal: controller.signal,
  });
  const reading = collected(query);
  setTimeout(() => controller.abort(reason), 200);
  await expect(reading).rejects.toBe(reason);
  await expect(query.receipt).resolves.toMatchObject({ cost: '$0.0000' });
});

test('a quote holds: its query runs over its snapshot, for its price at most', async () => {
  const quote = await clientOf().quote(
    sql`SELECT author, video_id FROM videos WHERE author = ${'a2'} ORDER BY 2`,
    {
      limit: 7,
    },
  );
  expect(quote).toMatchObject({ rowsMax: 7, costMax: '$0.0007' });
  expect(quote.columns.map(({ name }) => name)).toEqual(['author', 'video_id']);
  const rows = await quote.query();
  expect([rows.length, rows.receipt.cost, rows.receipt.snapshotId]).toEqual([7, '$0.0007', quote.snapshotId]);
  const again = await clientOf().query('SELECT 9 AS n', { snapshotId: quote.snapshotId });
  expect(again.receipt.snapshotId).toBe(quote.snapshotId);
});

test('snapshots tells the newest one when it begins', async () => {
  for await (const snapshot of clientOf().snapshots()) {
    expect((await clientOf().query('SELECT 10 AS n')).receipt.snapshotId).toBe(snapshot);
    break;
  }
});

test('bytes give a file of each format', async () => {
  const parts = await collected(clientOf().query('SELECT 1 AS n').bytes('parquet'));
  expect(Buffer.concat(parts).subarray(0, 4).toString()).toBe('PAR1');
});

test('a check tells columns and price, and is free', async () => {
  const before = await spentUnits();
  const { columns, costMax } = await clientOf().check('SELECT video_id FROM videos', { limit: 500 });
  expect(columns).toMatchObject([{ name: 'video_id', type: 'VARCHAR' }]);
  expect(costMax).toBe('$0.0500');
  const wrong = await clientOf().check('SELECT playcount FROM videos');
  expect(wrong).toMatchObject({ valid: false, faults: [{ code: 'sql_unknown_column', line: 1, column: 8 }] });
  expect(await spentUnits()).toBe(before);
});

test('a statement is followed to its end, its result is free to read again, and it can be cancelled', async () => {
  const before = await spentUnits();
  const statement = await clientOf().submit('SELECT video_id FROM videos ORDER BY 1 LIMIT 4');
  const states = await collected(statement.progress());
  expect(states.at(-1)).toMatchObject({ state: 'succeeded', fraction: 1 });
  const rows = await statement.result();
  expect([rows.length, rows.receipt.cost, (await statement.result()).length]).toEqual([4, '$0.0004', 4]);
  expect((await spentUnits()) - before).toBe(4);
  expect(await statement.cancel()).toBe(false);

  const endless = await clientOf().submit('SELECT count(*) FROM range(10000000) a, range(100000) b');
  expect(await endless.cancel()).toBe(true);
  await expect(endless.result()).rejects.toMatchObject({ code: 'query_cancelled' });
});

test('operations have methods, lists have pages', async () => {
  const client = clientOf('none', { apiKey: service.accountKey });
  const { data } = await client.account.listUsage({ limit: 2 });
  expect(data.records).toHaveLength(2);
  const records = await client.account.listUsage({ limit: 2 }).all({ max: 5 });
  expect(new Set(records.map(({ request_id }) => request_id)).size).toBe(5);
  const missing = client.account.getReceipt({ request_id: 'req_01JD8V5Z7Q3M9T2X4C6B8N0KFH' });
  await expect(missing).rejects.toMatchObject({ name: 'SdqError', status: 404 });
  expect((await client.shortvideo.getSqlSchema()).data.tables.map(({ name }) => name)).toContain('videos');
});

test('the README’s question in five lines', async () => {
  const apiKey = service.key;
  const baseUrl = service.service.url;
  // docs/clients.md has these lines
  const db = new Sdq({ apiKey, baseUrl });
  const rows = await db.query(sql`SELECT author, play_count FROM videos
    WHERE region = ${'SE'} ORDER BY play_count DESC LIMIT 3`);
  expect([...rows]).toMatchObject([{ play_count: 5000 }, { play_count: 4999 }, { play_count: 4998 }]);
  expect(rows.receipt.cost).toBe('$0.0003');
});
