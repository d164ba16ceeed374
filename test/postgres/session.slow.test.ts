import { globSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startService } from '@sdq/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withinOneMinute } from '../support/within-one-minute.ts';
import { makeCertificate, type PostgresService, startPostgresService } from './postgres-service.ts';

const requestOf = (notice: string | undefined) => /request (req_\w+)/.exec(notice ?? '')?.[1] ?? '';

describe('a session', () => {
  let service: PostgresService;
  beforeAll(async () => {
    service = await startPostgresService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const balance = async () => (await service.accounts.findAccount(service.accountId))?.balanceUnits ?? 0;

  test('each statement is a request with a price and a receipt, and its rows are paid once', async () => {
    const { client, notices } = await service.connect();
    const before = await balance();
    const text = 'SELECT video_id, play_count FROM videos ORDER BY play_count DESC LIMIT 7';
    expect((await client.query(text)).rowCount).toBe(7);
    await client.query(text);
    await client.end();
    expect(notices[0]).toMatch(/^Cost \$0\.0007 for 7 rows/);
    expect(notices[1]).toMatch(/^Cost \$0\.0000 for 7 rows/);
    expect(before - (await balance())).toBe(7);
    const headers = { authorization: `Bearer ${service.key}` };
    const receipt = await fetch(`${service.service.url}/api/requests/${requestOf(notices[1])}`, { headers });
    expect(await receipt.json()).toMatchObject({ data: { repeat_of: requestOf(notices[0]) } });
  });

  test('what HTTP paid for is free here', async () => {
    const query = 'SELECT author, play_count FROM videos ORDER BY play_count, video_id LIMIT 5';
    await fetch(`${service.service.url}/api/shortvideo/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, limit: 100 }),
    });
    const { client, notices } = await service.connect();
    await client.query(query);
    await client.end();
    expect(notices[0]).toMatch(/^Cost \$0\.0000 for 5 rows/);
  });

  test('a result that the limit would cut is an error, and the rows sent are paid, once', async () => {
    const { client } = await service.connect();
    const before = await balance();
    await client.query('SET sdq.limit = 10');
    const ordered = 'SELECT video_id, 2 AS cut FROM videos ORDER BY play_count';
    await expect(client.query(ordered)).rejects.toMatchObject({
      code: '54000',
      routine: 'result_too_large',
      hint: expect.stringContaining('sdq.limit'),
    });
    expect(before - (await balance())).toBe(10);
    await expect(client.query(ordered)).rejects.toMatchObject({ code: '54000' });
    expect(before - (await balance())).toBe(10);
    await client.query("SET sdq.max_cost = '$0.0001'");
    await expect(client.query('SELECT video_id FROM videos LIMIT 9')).rejects.toMatchObject({
      routine: 'max_cost_exceeded',
    });
    await client.end();
  });

  test('rows of a cursor are charged when they are fetched, not when it is declared', async () => {
    const { client, notices } = await service.connect();
    const before = await balance();
    await client.query('BEGIN');
    await client.query('DECLARE some CURSOR FOR SELECT video_id, 1 AS n FROM videos ORDER BY video_id');
    expect((await client.query('FETCH 20 FROM some')).rowCount).toBe(20);
    expect((await client.query('FETCH 5 FROM some')).rows[0].video_id).toBe('7000000000000000021');
    await client.query('COMMIT');
    expect(before - (await balance())).toBe(25);
    expect(notices).toEqual([]);
    await client.end();
  });

  test('errors have position, hint, SQLSTATE and our code; a failed transaction ends with ROLLBACK', async () => {
    const { client } = await service.connect();
    await expect(client.query('SELECT "é", nosuch FROM videos WHERE plays > 1')).rejects.toMatchObject({
      code: '42703',
      routine: 'sql_unknown_column',
      position: expect.stringMatching(/^\d+$/),
    });
    await client.query('BEGIN');
    await expect(client.query("SELECT 'x'::INT")).rejects.toMatchObject({ code: '22P02' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    await expect(client.query('DROP TABLE videos')).rejects.toMatchObject({
      routine: 'statement_not_allowed',
    });
    expect((await client.query('SELECT 2 AS x')).rows).toEqual([{ x: 2 }]);
    await client.end();
  });

  test('SET that would change an answer is refused; LOCAL ends with the transaction', async () => {
    const { client } = await service.connect();
    await expect(client.query("SET TimeZone = 'Asia/Tokyo'")).rejects.toMatchObject({ code: '0A000' });
    await client.query("SET TimeZone = 'UTC'");
    await client.query('BEGIN');
    await client.query('SET LOCAL sdq.limit = 5');
    expect((await client.query('SHOW sdq.limit')).rows).toEqual([{ 'sdq.limit': '5' }]);
    await client.query('COMMIT');
    expect((await client.query('SHOW sdq.limit')).rows).toEqual([{ 'sdq.limit': '10000' }]);
    await client.end();
  });

  test('a cancel request ends the statement, and the session goes on', async () => {
    const { client } = await service.connect();
    const running = client.query(
      'SELECT count(*) FROM range(10000000) a(i), range(300) b(j) WHERE hash(i * j) % 7 = 1',
    );
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    const socket = createConnection(service.port, '127.0.0.1');
    const message = Buffer.alloc(16);
    message.writeInt32BE(16);
    message.writeInt32BE(80_877_102, 4);
    message.writeInt32BE(processID, 8);
    message.writeInt32BE(secretKey, 12);
    const again = setInterval(() => socket.destroyed || socket.write(message), 50);
    await expect(running).rejects.toMatchObject({ code: '57014' });
    clearInterval(again);
    socket.destroy();
    expect((await client.query('SELECT 3 AS x')).rows).toEqual([{ x: 3 }]);
    await client.end();
  });

  test('parameters of every kind, in named statements', async () => {
    const { client } = await service.connect();
    const values = [4_990, new Date('2026-03-01T00:00:00Z'), 'SE', 3];
    const text =
      'SELECT video_id FROM videos WHERE play_count > $1 AND create_time > $2 AND region = $3 ORDER BY 1 LIMIT $4';
    for (let run = 0; run < 3; run++)
      expect((await client.query({ name: 'named', text, values })).rowCount).toBe(3);
    const typed = 'SELECT $1::BIGINT AS a, $2::BOOLEAN AS b, $3::DOUBLE AS c, $4::VARCHAR AS d, $5::INT AS e';
    const { rows } = await client.query(typed, ['9007199254740993', true, 1.5, 'té', null]);
    expect(rows).toEqual([{ a: '9007199254740993', b: true, c: 1.5, d: 'té', e: null }]);
    await client.end();
  });

  test('a wrong key, an unknown one and an account key are refused; a revoked key ends at its next statement', async () => {
    const wrong = `${service.key.slice(0, -1)}${service.key.endsWith('a') ? 'b' : 'a'}`;
    await expect(service.connect({ password: wrong })).rejects.toMatchObject({ code: '28P01' });
    await expect(service.connect({ user: 'key_00000000000000000000000000' })).rejects.toMatchObject({
      code: '28P01',
    });
    await expect(service.connect({ database: 'nosuch' })).rejects.toMatchObject({ code: '3D000' });
    const { key, record } = await service.accounts.createKey(service.accountId, { name: 'short' });
    const { client } = await service.connect({ user: record.keyId, password: key });
    await service.accounts.revokeKey(service.accountId, record.keyId);
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ routine: 'revoked_api_key' });
    await client.end();
  });

  test('the ledger balances', async () => {
    expect(await service.accounts.verifyLedger()).toMatchObject({ disagreements: [] });
    expect((await service.accounts.findAccount(service.accountId))?.reservedUnits).toBe(0);
  });
});

describe('limits of the listener', () => {
  test('failed logins of an address and statements of a key have the limits of HTTP', async () => {
    await using service = await startPostgresService({
      limits: { failedAuthenticationsPerMinute: 2, sqlPerMinute: 2 },
    });
    const wrong = () => service.connect({ password: 'sdq_live_wrong' });
    await expect(wrong()).rejects.toMatchObject({ routine: 'invalid_api_key' });
    await expect(wrong()).rejects.toMatchObject({ routine: 'invalid_api_key' });
    await expect(wrong()).rejects.toMatchObject({ routine: 'rate_limited' });
    const { client } = await service.connect();
    await withinOneMinute();
    await client.query('SELECT 1');
    await client.query('SELECT 1');
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ routine: 'rate_limited' });
    await client.query('SHOW TABLES');
    await client.end();
  });

  test('off loopback there is no listener without TLS', async () => {
    await using service = await startPostgresService();
    const { engine, accounts } = service;
    const started = startService({
      engine,
      accounts,
      host: '127.0.0.1',
      port: 0,
      postgres: { host: '0.0.0.0', port: 0 },
    });
    await expect(started).rejects.toMatchObject({ code: 'usage_error' });
  });

  test('a key without a verifier logs in by its text, under TLS only', async () => {
    await using service = await startPostgresService({ tls: makeCertificate() });
    const [path = ''] = globSync(join(service.directory, 'accounts', '*.{db,sqlite,sqlite3}'));
    const database = new DatabaseSync(path);
    database.exec('PRAGMA busy_timeout = 5000');
    database.exec('UPDATE api_keys SET scram_verifier = NULL');
    database.close();
    const { client } = await service.connect();
    expect((await client.query('SELECT 1 AS x')).rows).toEqual([{ x: 1 }]);
    await client.end();
    await expect(service.connect({ ssl: false })).rejects.toMatchObject({ code: '28000' });
  });
});
