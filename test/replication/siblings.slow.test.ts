import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { unlimited } from '../support/test-service.ts';
import { isMissing } from '../support/tools.ts';
import { startTwoServices, type TwoServices } from './two-services.ts';

const sql = '/api/shortvideo/sql';
const names = { query: 'SELECT video_id FROM videos ORDER BY create_time', limit: 3 };

interface Answer {
  data: {
    rows: unknown[];
    cursor: string;
    statement_id: string;
    status_url: string;
    quote_id: string;
    snapshot_id: string;
    state: string;
    url: string;
  };
  cost: string;
  error?: { code: string };
}

/** What a page of the service sends. */
const page = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'console' };

async function jsonOf(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}

async function outcomeOf(response: Response): Promise<unknown> {
  return [response.status, (await jsonOf(response)).error?.code];
}

describe.skipIf(isMissing('postgres'))('two instances on one PostgreSQL', () => {
  let server: PostgresServer;
  let two: TwoServices;
  beforeAll(async () => {
    server = await startPostgres();
    two = await startTwoServices(await server.createDatabase());
  });
  afterAll(async () => {
    await two[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** Charges so far in units, and whether the books balance. */
  const charged = async () => {
    const { totals, report } = {
      totals: await two.one.accounts.usageTotals(two.accountId),
      report: await two.one.accounts.verifyLedger(),
    };
    expect(report.disagreements).toEqual([]);
    return totals.units;
  };

  test('a cursor of one is continued by the other, page after page', async () => {
    const whole = await jsonOf(await two.one.ask(sql, { method: 'POST', body: { ...names, limit: 9 } }));
    const first = await jsonOf(await two.one.ask(sql, { method: 'POST', body: names }));
    const rows = [...first.data.rows];
    let { cursor } = first.data;
    for (const asked of [two.other, two.one]) {
      const page = await jsonOf(await asked.ask(sql, { method: 'POST', body: { ...names, cursor } }));
      expect(page.error).toBeUndefined();
      rows.push(...page.data.rows);
      cursor = page.data.cursor;
    }
    expect(rows).toEqual(whole.data.rows);
    const forged = `${cursor.slice(0, -3)}AAA`;
    const refused = await two.other.ask(sql, { method: 'POST', body: { ...names, cursor: forged } });
    expect(await outcomeOf(refused)).toEqual([400, 'invalid_cursor']);
  });

  test('a statement of one is read, followed, linked, shared and cancelled through the other', async () => {
    const body = { ...names, limit: 4_000, wait_timeout_ms: 10_000 };
    const { data } = await jsonOf(await two.one.ask(sql, { method: 'POST', body }));
    const path = `${sql}/statements/${data.statement_id}`;
    const before = await charged();
    const read = await two.other.ask(`${path}?limit=5&offset=10`);
    expect(read.headers.get('content-type')).toContain('application/json');
    expect((await jsonOf(read)).data.rows).toHaveLength(5);
    const direct = await two.one.ask(path, { headers: { accept: 'text/csv' } });
    const forwarded = await two.other.ask(path, { headers: { accept: 'text/csv' } });
    expect(await forwarded.text()).toBe(await direct.text());
    const events = await (await two.other.ask(`${path}/events`)).text();
    expect(events).toContain('event: end');
    const link = await jsonOf(
      await two.other.ask(`${path}/links`, { method: 'POST', body: { format: 'csv' } }),
    );
    const { pathname, search } = new URL(link.data.url);
    for (const asked of [two.one, two.other]) {
      const file = await asked.ask(pathname + search, { headers: { authorization: '' } });
      expect([file.status, (await file.text()).split('\n').length]).toEqual([200, 4_002]);
    }
    const part = await two.other.ask(pathname + search, { headers: { range: 'bytes=0-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'video_id']);
    const cancelled = await two.other.ask(path, { method: 'DELETE' });
    expect(await outcomeOf(cancelled)).toEqual([409, 'statement_not_running']);
    const saved = await jsonOf(
      await two.one.ask('/api/users/me/queries', {
        method: 'POST',
        key: two.accountKey,
        body: { name: 'names', platform: 'shortvideo', query: names.query },
      }),
    );
    const { query_id: id } = saved.data as unknown as { query_id: string };
    const shared = await two.other.ask(`/api/users/me/queries/${id}/shares`, {
      method: 'POST',
      key: two.accountKey,
      body: { statement_id: data.statement_id },
    });
    expect(shared.status).toBe(200);
    expect(await charged()).toBe(before);
    const unknown = `${sql}/statements/${data.statement_id.replace(/^stmt_./, 'stmt_9')}`;
    expect(await outcomeOf(await two.other.ask(unknown))).toEqual([404, 'not_found']);
  });

  test('a quote of one is accepted at the other, once, with its Idempotency-Key', async () => {
    const body = { query: 'SELECT author, video_id FROM videos ORDER BY play_count DESC', limit: 7 };
    const quote = await jsonOf(await two.one.ask(`${sql}/quotes`, { method: 'POST', body }));
    const { quote_id } = quote.data;
    expect((await two.other.ask(`${sql}/quotes/${quote_id}`)).status).toBe(200);
    const accept = { method: 'POST', body: { quote_id }, headers: { 'idempotency-key': 'accept-1' } };
    const before = await charged();
    const first = await jsonOf(await two.other.ask(sql, accept));
    expect(first.data.rows).toHaveLength(7);
    expect(await jsonOf(await two.one.ask(sql, accept))).toEqual(first);
    expect(await jsonOf(await two.other.ask(sql, accept))).toEqual(first);
    expect((await charged()) - before).toBe(7);
    const deleted = await two.other.ask(`${sql}/quotes/${quote_id}`, { method: 'DELETE' });
    expect(deleted.status).toBe(200);
    expect(await outcomeOf(await two.one.ask(`${sql}/quotes/${quote_id}`))).toEqual([404, 'not_found']);
  });

  test('rows that were paid at one are free at the other; money and Idempotency-Keys are one', async () => {
    const body = { query: 'SELECT play_count FROM videos ORDER BY play_count', limit: 20 };
    const ask = (where: TwoServices['one'], key: string) =>
      where.ask(sql, { method: 'POST', body, headers: { 'idempotency-key': key } });
    const before = await charged();
    const paid = await jsonOf(await ask(two.one, 'rows-1'));
    expect(paid.cost).toBe('$0.0020');
    expect((await jsonOf(await ask(two.other, 'rows-2'))).cost).toBe('$0.0000');
    expect(await jsonOf(await ask(two.other, 'rows-1'))).toEqual(paid);
    expect((await charged()) - before).toBe(20);
    const balances = await Promise.all(
      [two.one, two.other].map(async ({ ask }) =>
        jsonOf(await ask('/api/users/me/balance', { key: two.accountKey })),
      ),
    );
    expect(balances[0]?.data).toEqual(balances[1]?.data);
  });

  test('a session that one opens holds at the other, and ends for both', async () => {
    const opened = await fetch(`${two.one.service.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...page },
      body: JSON.stringify({ key: two.accountKey }),
    });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const me = async ({ service }: TwoServices['one']) =>
      (await fetch(`${service.url}/api/users/me`, { headers: { cookie, ...page } })).status;
    expect([opened.status, await me(two.one), await me(two.other)]).toEqual([200, 200, 200]);
    await fetch(`${two.other.service.url}/api/session`, {
      method: 'DELETE',
      headers: { cookie, ...page },
    });
    await expect.poll(() => me(two.one), { timeout: 5_000 }).toBe(401);
  });

  test('a forged header of forwarding ends the forwarding, and names no address', async () => {
    const { data } = await jsonOf(
      await two.one.ask(sql, { method: 'POST', body: { ...names, wait_timeout_ms: 10_000 } }),
    );
    const path = `${sql}/statements/${data.statement_id}`;
    const headers = { 'sdq-forwarded': `${Date.now()} 203.0.113.7 ${'A'.repeat(43)}` };
    expect(await outcomeOf(await two.other.ask(path, { headers }))).toEqual([410, 'result_expired']);
    expect((await two.one.ask(path, { headers })).status).toBe(200);
    expect((await two.other.ask(path, { key: 'sdq_live_no_key' })).status).toBe(401);
  });

  test('an address that another process took gets no credentials', async () => {
    const heard: string[] = [];
    const impostor = createServer((request, response) => {
      heard.push(`${request.method} ${request.url?.split('?')[0]} ${request.headers.authorization ?? ''}`);
      response.end('{"proof":"invented"}');
    }).listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    const { port } = impostor.address() as AddressInfo;
    await two.one.accounts.siblings.announce('0123456789ab', `http://127.0.0.1:${port}`);
    const path = `${sql}/statements/stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH_0123456789ab`;
    expect(await outcomeOf(await two.one.ask(path))).toEqual([410, 'result_expired']);
    expect(heard).toEqual(['GET /siblings/proof ']);
    impostor.close();
    impostor.closeAllConnections();
  });

  test('an instance that does not answer is 503 while it may live, and 410 when its last sign is old', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { siblings } = two.one.accounts;
    await siblings.announce('aaaaaaaaaaaa', `http://127.0.0.1:${port}`);
    const path = `${sql}/statements/stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH_aaaaaaaaaaaa`;
    expect(await outcomeOf(await two.one.ask(path))).toEqual([503, 'service_unavailable']);
    silent.close();
    silent.closeAllConnections();
    expect(await outcomeOf(await two.one.ask(path))).toEqual([410, 'result_expired']);
  });
  test('what an ended instance held is 410, and asking again costs nothing', async () => {
    await using two = await startTwoServices(await server.createDatabase());
    const body = { query: 'SELECT video_id, author FROM videos ORDER BY video_id', limit: 30 };
    const page = await jsonOf(await two.other.ask(sql, { method: 'POST', body }));
    const quote = await jsonOf(await two.other.ask(`${sql}/quotes`, { method: 'POST', body }));
    const submit = { ...body, wait_timeout_ms: 10_000 };
    const statement = await jsonOf(await two.other.ask(sql, { method: 'POST', body: submit }));
    const id = statement.data.statement_id;
    const link = await jsonOf(
      await two.other.ask(`${sql}/statements/${id}/links`, { method: 'POST', body: { format: 'csv' } }),
    );
    const paid = (await two.one.accounts.usageTotals(two.accountId)).units;
    await two.loseOther();
    const { pathname, search } = new URL(link.data.url);
    for (const gone of [
      two.one.ask(`${sql}/statements/${id}`),
      two.one.ask(`${sql}/statements/${id}`, { method: 'DELETE' }),
      two.one.ask(`${sql}/quotes/${quote.data.quote_id}`),
      two.one.ask(sql, { method: 'POST', body: { quote_id: quote.data.quote_id } }),
      two.one.ask(sql, { method: 'POST', body: { ...body, cursor: page.data.cursor } }),
      two.one.ask(pathname + search, { headers: { authorization: '' } }),
    ])
      expect(await outcomeOf(await gone)).toEqual([410, 'result_expired']);
    const again = { ...body, snapshot_id: page.data.snapshot_id };
    const answer = await jsonOf(await two.one.ask(sql, { method: 'POST', body: again }));
    expect([answer.cost, answer.data.rows]).toEqual(['$0.0000', page.data.rows]);
    expect((await two.one.accounts.usageTotals(two.accountId)).units).toBe(paid);
  });

  test('a rate limit is one limit, also for what is forwarded, which is counted once', async () => {
    const limits = { ...unlimited, keyPerMinute: 12 };
    await using two = await startTwoServices(await server.createDatabase(), limits);
    const { data } = await jsonOf(
      await two.one.ask(sql, { method: 'POST', body: { ...names, wait_timeout_ms: 10_000 } }),
    );
    const statuses: number[] = [];
    for (let at = 0; at < 14; at++) {
      const asked = at % 2 === 0 ? two.other : two.one;
      statuses.push((await asked.ask(`${sql}/statements/${data.statement_id}`)).status);
    }
    // the window may have begun anew in between
    const accepted = statuses.filter((status) => status === 200).length;
    expect(accepted).toBeGreaterThanOrEqual(11);
    expect(accepted).toBeLessThanOrEqual(14);
    expect(statuses.slice(0, 11)).toEqual(Array(11).fill(200));
  });
});
