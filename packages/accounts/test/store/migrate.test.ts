import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { up as initial } from '../../src/store/migrations/0001-initial.ts';
import { createPostgresDialect } from '../../src/store/postgres-dialect.ts';
import { SqliteDialect } from '../../src/store/sqlite-dialect.ts';
import { onEachDatabase } from '../fixture.ts';

onEachDatabase(({ home }) => {
  test('money of the first version is kept: balances, lines, days; what ran then is dropped', async () => {
    await using place = await home();
    const dialect =
      place.databaseUrl === undefined
        ? new SqliteDialect(join(place.directory, 'accounts.db'))
        : createPostgresDialect(place.databaseUrl);
    const before = new Kysely<Record<string, Record<string, unknown>>>({ dialect });
    await initial(before as Kysely<unknown>);
    const at = Date.UTC(2026, 10, 3, 12);
    await before
      .insertInto('accounts')
      .values({
        account_id: 'acct_1',
        name: 'Old',
        email: 'old@example.org',
        settings: JSON.stringify({ emailNotifications: true, usageAlerts: true, alertThreshold: null }),
        plan: 'prepaid',
        balance_units: 93,
        reserved_units: 20,
        spend_limit_units: null,
        created_at: at,
      })
      .execute();
    const key = { account_id: 'acct_1', kind: 'live', prefix: 'sdq_live_abcd', last4: 'wxyz' };
    const times = { created_at: at, last_used_at: at + 5, expires_at: null, revoked_at: null };
    await before
      .insertInto('api_keys')
      .values({
        key_id: 'key_1',
        name: 'laptop',
        digest: 'd'.repeat(64),
        permissions: '["photo"]',
        spend_limit_units: null,
        ...key,
        ...times,
      })
      .execute();
    const line = {
      account_id: 'acct_1',
      key_id: 'key_1',
      platform: 'photo',
      endpoint: 'photo/sql',
      method: 'POST',
      holder: 'elsewhere/1/x',
      line_items: '[]',
      price_version: '2026-11',
      snapshot_id: null,
      delivered: 1,
      created_at: at,
      duration_ms: 4,
      error_code: null,
    };
    const ended = { status: 200, settled_at: at + 10 };
    await before
      .insertInto('usage_ledger')
      .values([
        { ...line, ...ended, request_id: 'req_a', state: 'settled', records: 7, units: 7, reserved_units: 9 },
        {
          ...line,
          ...ended,
          request_id: 'req_b',
          state: 'released',
          records: 0,
          units: 0,
          reserved_units: 9,
        },
        {
          ...line,
          request_id: 'req_c',
          state: 'reserved',
          records: 0,
          units: 0,
          reserved_units: 20,
          status: null,
          settled_at: null,
        },
      ])
      .execute();
    await sql`CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(
      before,
    );
    await before
      .insertInto('kysely_migration')
      .values({ name: '0001-initial', timestamp: '2026-11-03T12:00:00Z' })
      .execute();
    await before.destroy();

    await using accounts = await place.open();
    expect(await accounts.findAccount('acct_1')).toMatchObject({ balanceUnits: 93, reservedUnits: 0 });
    expect(await accounts.listUsage('acct_1')).toMatchObject([
      { requestId: 'req_b', state: 'released', createdAt: new Date(at + 10) },
      { requestId: 'req_a', state: 'settled', units: 7 },
    ]);
    const days = { first: '2026-01-01', last: '2026-12-31' };
    expect(await accounts.usageByDay('acct_1', days)).toEqual([
      { day: '2026-11-03', requests: 2, failed: 1, records: 7, units: 7 },
    ]);
    expect(await accounts.listKeys('acct_1')).toMatchObject([
      { keyId: 'key_1', permissions: ['photo'], lastUsedAt: new Date(at + 5) },
    ]);
  });
});
