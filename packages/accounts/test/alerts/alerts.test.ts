import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { Webhook as ReferenceWebhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { makeCustomer, reservationOf, settlementOf } from '../../../../test/support/customer.ts';
import { isPostable, postWebhook } from '../../src/alerts/post-webhook.ts';
import { PepperRing } from '../../src/keys/pepper-ring.ts';
import { createAccounts } from '../../src/open-accounts.ts';
import { migrate } from '../../src/store/migrate.ts';
import { type Ran, SqliteConnection } from '../../src/store/sqlite-connection.ts';
import { sqliteStore } from '../../src/store/store.ts';
import { type Fixture, onEachDatabase, temporaryDirectory } from '../fixture.ts';

const minuteMs = 60_000;

/** A real SMTP server; refuses as many mails as it is told to. */
async function startMailServer() {
  const mails: { to: string[]; text: string }[] = [];
  const server = { refusals: 0 };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      void text(stream).then((content) => {
        if (server.refusals > 0) {
          server.refusals--;
          callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
          return;
        }
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: content });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  const { port } = smtp.server.address() as AddressInfo;
  return Object.assign(server, {
    mails,
    options: { url: `smtp://127.0.0.1:${port}`, from: 'alerts@example.org' },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  });
}

/** Takes webhooks; answers the statuses it is told, then 200. */
async function startReceiver() {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const receiver = { statuses: [] as number[] };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(receiver.statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    received,
    url: `http://127.0.0.1:${port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

let requests = 0;
async function charge(store: Fixture, units: number): Promise<void> {
  const requestId = `req_${requests++}`;
  await store.reserve(requestId, units);
  await store.settle(requestId, units);
}

onEachDatabase(({ open }) => {
  test('a threshold is told of once in each period, in the ledger’s own transaction, and by mail', async () => {
    await using mail = await startMailServer();
    const clock = { now: Date.UTC(2026, 10, 21) };
    await using store = await open({ now: () => clock.now, mail: mail.options });
    await store.accounts.updateAccount(store.accountId, { settings: { alertThreshold: 0.001 } });
    await charge(store, 9);
    expect(await store.accounts.listNotifications(store.accountId)).toEqual([]);
    await Promise.all([charge(store, 1), charge(store, 1), charge(store, 5)]);
    const told = {
      notificationId: expect.stringMatching(/^ntf_/),
      kind: 'usage_threshold_reached',
      message: expect.stringMatching(/^The cost of 2026-11 has reached \$0\.0010; it is now \$0\.001\d\.$/),
      facts: { period: '2026-11', threshold: '$0.0010', cost: expect.any(String) },
      createdAt: new Date(clock.now),
    };
    expect(await store.accounts.listNotifications(store.accountId)).toEqual([told]);
    mail.refusals = 1;
    await store.accounts.doBackgroundWork();
    expect(mail.mails).toEqual([]);
    clock.now += minuteMs;
    await store.accounts.doBackgroundWork();
    await store.accounts.doBackgroundWork();
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]?.to).toEqual(['jon@example.org']);
    expect(mail.mails[0]?.text).toContain('has reached $0.0010');
    clock.now = Date.UTC(2026, 11, 1);
    await charge(store, 9);
    expect(await store.accounts.listNotifications(store.accountId)).toHaveLength(1);
    await charge(store, 9);
    expect(await store.accounts.listNotifications(store.accountId)).toHaveLength(2);
  });

  test('settings decide: no alerts, no mail; a new threshold is told of anew', async () => {
    await using mail = await startMailServer();
    const clock = { now: Date.UTC(2026, 10, 21) };
    await using store = await open({ now: () => clock.now, mail: mail.options });
    const set = (settings: object) => store.accounts.updateAccount(store.accountId, { settings });
    await set({ alertThreshold: 0.0005, usageAlerts: false });
    await charge(store, 10);
    expect(await store.accounts.listNotifications(store.accountId)).toEqual([]);
    await set({ usageAlerts: true, emailNotifications: false });
    await charge(store, 1); // reached long ago, and not told of yet
    expect(await store.accounts.listNotifications(store.accountId)).toHaveLength(1);
    await set({ alertThreshold: 0.002 });
    await charge(store, 8);
    expect(await store.accounts.listNotifications(store.accountId)).toHaveLength(1);
    await charge(store, 1);
    expect(await store.accounts.listNotifications(store.accountId)).toHaveLength(2);
    await store.accounts.doBackgroundWork();
    expect(mail.mails).toEqual([]);
  });

  test('a threshold beyond all money is never reached', async () => {
    await using store = await open();
    await store.accounts.updateAccount(store.accountId, { settings: { alertThreshold: 1e300 } });
    await charge(store, 9);
    expect(await store.accounts.listNotifications(store.accountId)).toEqual([]);
  });

  test('webhooks are signed as Standard Webhooks says, tried again, and not after 410', async () => {
    await using receiver = await startReceiver();
    await using gone = await startReceiver();
    const clock = { now: Date.now() };
    await using store = await open({ now: () => clock.now, allowPrivateWebhooks: true });
    const { webhook, secret } = await store.accounts.createWebhook(store.accountId, receiver.url);
    await store.accounts.createWebhook(store.accountId, gone.url);
    await store.accounts.updateAccount(store.accountId, { settings: { alertThreshold: 0 } });
    await charge(store, 3);
    receiver.statuses = [500, 302];
    gone.statuses = [410];
    await store.accounts.doBackgroundWork();
    for (let i = 0; i < 3; i++) {
      clock.now += minuteMs;
      await store.accounts.doBackgroundWork();
    }
    expect(gone.received).toHaveLength(1);
    expect(receiver.received).toHaveLength(3);
    const last = receiver.received.at(-1);
    // the reference library compares with its own clock, which our test's is some minutes ahead of
    const { headers, body } = last ?? { headers: {}, body: '' };
    expect(new Set(receiver.received.map((each) => each.headers['webhook-id'])).size).toBe(1);
    expect(() => new ReferenceWebhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new ReferenceWebhook(secret).verify(`${body} `, headers)).toThrow();
    expect(JSON.parse(body)).toMatchObject({
      type: 'usage_threshold_reached',
      data: { account_id: store.accountId, threshold: '$0.0000', cost: '$0.0003' },
    });
    expect(await store.accounts.listWebhooks(store.accountId)).toHaveLength(2);
    expect(await store.accounts.deleteWebhook('acct_other', webhook.webhookId)).toBe(false);
    expect(await store.accounts.deleteWebhook(store.accountId, webhook.webhookId)).toBe(true);
  });
});

test('a delivery that met a busy database is tried again', async () => {
  await using directory = await temporaryDirectory();
  await using receiver = await startReceiver();
  const clock = { now: Date.now() };
  const connection = new BusyConnection(join(directory.path, 'accounts.db'));
  const store = sqliteStore(connection);
  await migrate(store.db as unknown as Kysely<unknown>, 'sqlite');
  const options = { now: () => clock.now, allowPrivateWebhooks: true };
  await using accounts = createAccounts(store, new PepperRing(['07'.repeat(32)]), options);
  const customer = await makeCustomer(accounts);
  await accounts.createWebhook(customer.accountId, receiver.url);
  await accounts.updateAccount(customer.accountId, { settings: { alertThreshold: 0 } });
  await accounts.reserve(reservationOf(customer, 'req_1', 5));
  await accounts.settle(settlementOf('req_1', 5));
  connection.isBusy = true;
  await accounts.doBackgroundWork();
  expect(receiver.received).toHaveLength(0);
  connection.isBusy = false;
  clock.now += 5 * minuteMs;
  await accounts.doBackgroundWork();
  expect(receiver.received).toHaveLength(1);
});

/** SQLite that is busy whenever a webhook's secret is read. */
class BusyConnection extends SqliteConnection {
  isBusy = false;

  override run<Row>(text: string, parameters?: readonly unknown[]): Ran<Row> {
    if (this.isBusy && text.includes('"secret"')) throw new AppError('service_unavailable', 'busy');
    return super.run<Row>(text, parameters);
  }
}

test.each([
  ['https://example.org/hook', true],
  ['http://example.org/hook', false],
  ['https://user:pw@example.org/', false],
  ['https://127.0.0.1/', false],
  ['https://2130706433/', false],
  ['https://[::1]/', false],
  ['https://[::ffff:127.0.0.1]/', false],
  ['https://169.254.169.254/latest', false],
  ['https://10.1.2.3/', false],
  ['https://localhost:8080/', false],
  ['ftp://example.org/', false],
  ['nonsense', false],
])('%s may be a webhook: %j', (url, expected) => expect(isPostable(url, false)).toBe(expected));

test('a name that resolves to this machine is not connected to', async () => {
  let connections = 0;
  const server = createServer();
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { hostname } = await import('node:os');
  for (const name of [hostname(), 'ip6-localhost', 'localhost.localdomain']) {
    const post = postWebhook(`https://${name}:${port}/`, { headers: {}, body: '', allowPrivate: false });
    await expect(post).rejects.toThrow();
  }
  server.close();
  expect(connections).toBe(0);
});
