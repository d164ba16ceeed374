import { expect, test } from 'vitest';
import { accountTables } from '../../src/administration/account-tables.ts';
import { openStore } from '../../src/open-store.ts';
import { onEachDatabase } from '../fixture.ts';

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

onEachDatabase(({ open }) => {
  test('an account key is listed, rotated and revoked by the operator alone', async () => {
    await using store = await open();
    const { accounts, accountId, accountKey } = store;
    const all = await accounts.listKeys(accountId, { scope: 'all' });
    const known = all.find(({ kind }) => kind === 'acct');
    const keyId = known?.keyId ?? '';
    expect(await accounts.listKeys(accountId)).toHaveLength(all.length - 1);
    expect(await accounts.rotateKey(accountId, keyId, { overlapMs: 0 })).toBeUndefined();
    expect(await accounts.revokeKey(accountId, keyId)).toBeUndefined();

    const rotated = await accounts.rotateKey(accountId, keyId, { overlapMs: 0, scope: 'all' });
    expect(rotated?.record.kind).toBe('acct');
    expect(await accounts.authenticate(accountKey)).toEqual({ ok: false, reason: 'revoked' });
    expect(await accounts.authenticate(rotated?.key ?? '')).toMatchObject({ ok: true });
    await accounts.revokeKey(accountId, rotated?.record.keyId ?? '', { scope: 'all' });
    expect(await accounts.authenticate(rotated?.key ?? '')).toEqual({ ok: false, reason: 'revoked' });
    const { key } = await accounts.createAccountKey(accountId, { name: 'again' });
    expect(await accounts.authenticate(key)).toMatchObject({ ok: true, principal: { kind: 'acct' } });
  });

  test('a suspended account is refused until it is resumed; its running requests end', async () => {
    await using store = await open();
    const { accounts, accountId, key } = store;
    await store.reserve('running', 10);
    await accounts.authenticate(key);
    const suspended = await accounts.setAccountState(accountId, { state: 'suspended', reason: 'unpaid' });
    expect(suspended).toMatchObject({ state: 'suspended', stateReason: 'unpaid' });
    expect(await accounts.authenticate(key)).toEqual({ ok: false, reason: 'suspended' });
    await expect(store.reserve('later', 10)).rejects.toMatchObject({ code: 'account_suspended' });
    await store.settle('running', 10);
    expect((await store.account()).balanceUnits).toBe(99_990);
    expect(await accounts.setAccountState(accountId, { state: 'active' })).toMatchObject({ state: 'active' });
    expect(await accounts.authenticate(key)).toMatchObject({ ok: true });
    expect(await accounts.setAccountState('acct_none', { state: 'active' })).toBeUndefined();
  });

  test('a closed account stays closed, is exported and deleted, and the books agree afterwards', async () => {
    await using store = await open();
    const { accounts, accountId, key } = store;
    await store.reserve('paid', 10);
    await store.settle('paid', 10);
    await accounts.createWebhook(accountId, 'https://example.org/secret-path');
    await expect(accounts.deleteAccount(accountId)).rejects.toMatchObject({ code: 'account_state_invalid' });
    await accounts.setAccountState(accountId, { state: 'closed' });
    expect(await accounts.authenticate(key)).toEqual({ ok: false, reason: 'closed' });
    await expect(accounts.setAccountState(accountId, { state: 'active' })).rejects.toMatchObject({
      code: 'account_state_invalid',
    });

    const text = await textOf(accounts.exportAccount(accountId));
    const exported = JSON.parse(text);
    for (const { table } of accountTables) expect(exported).toHaveProperty(table);
    expect(exported.accounts).toMatchObject([{ account_id: accountId, state: 'closed' }]);
    expect(exported.usage_ledger).toMatchObject([{ request_id: 'paid', units: 10 }]);
    expect(exported.audit_log.length).toBeGreaterThan(3);
    expect(text).not.toMatch(/"(digest|secret|body)"/);
    expect(text).not.toContain('secret-path');

    const other = await accounts.createAccount({ name: 'other', email: 'o@example.org' });
    const deleted = await accounts.deleteAccount(accountId);
    expect(deleted?.rows).toBeGreaterThan(5);
    expect(await accounts.findAccount(accountId)).toBeUndefined();
    expect(await textOf(accounts.exportAccount(accountId))).toBe('');
    expect(await accounts.deleteAccount(accountId)).toBeUndefined();
    expect(await accounts.verifyLedger()).toMatchObject({ disagreements: [], accounts: 1 });
    expect(await accounts.findAccount(other.account.accountId)).toBeDefined();
    const [latest] = await accounts.listAudit({ accountId });
    expect(latest).toMatchObject({ action: 'account.delete' });
  });

  test('an account with a request in flight is not deleted', async () => {
    await using store = await open();
    await store.reserve('running', 10);
    await store.accounts.setAccountState(store.accountId, { state: 'closed' });
    await expect(store.accounts.deleteAccount(store.accountId)).rejects.toThrow('requests in flight');
    await store.release('running');
    expect(await store.accounts.deleteAccount(store.accountId)).toBeDefined();
  });

  test('a ledger of more than a page is exported whole', async () => {
    await using store = await open({ balanceUnits: 10_000 });
    const ids = Array.from({ length: 1_003 }, (_, i) => `r${String(i).padStart(4, '0')}`);
    await Promise.all(ids.map((id) => store.reserve(id, 1)));
    await Promise.all(ids.map((id) => store.settle(id, 1)));
    const exported = JSON.parse(await textOf(store.accounts.exportAccount(store.accountId)));
    expect(exported.usage_ledger.map((row: { request_id: string }) => row.request_id)).toEqual(ids);
  });

  test('every table with rows of accounts is exported and deleted', async () => {
    await using store = await open();
    const { store: database } = await openStore(store.home);
    const tables = await database.db.introspection.getTables();
    await database.close();
    const named = tables
      .filter(({ columns }) =>
        columns.some(({ name }) => ['account_id', 'key_id', 'owner_id'].includes(name)),
      )
      .map(({ name }) => name);
    const elsewhere = ['audit_log', 'admin_keys'];
    expect(named.filter((name) => !elsewhere.includes(name)).sort()).toEqual(
      accountTables.map(({ table }) => table).sort(),
    );
  });

  test('admin keys belong to no account, and are revoked at once', async () => {
    await using store = await open();
    const { accounts } = store;
    const { key, record } = await accounts.createAdminKey({ name: 'on call' });
    expect(key).toMatch(/^sdq_admin_/);
    expect(await accounts.authenticateAdmin(key)).toEqual({ ok: true, keyId: record.keyId });
    expect(await accounts.authenticate(key)).toMatchObject({ ok: false });
    expect(await accounts.authenticateAdmin(store.key)).toEqual({ ok: false, reason: 'malformed' });
    expect(await accounts.revokeAdminKey(record.keyId)).toMatchObject({ status: 'revoked' });
    expect(await accounts.authenticateAdmin(key)).toEqual({ ok: false, reason: 'revoked' });
    expect(await accounts.listAdminKeys()).toMatchObject([{ keyId: record.keyId, status: 'revoked' }]);
  });

  test('the audit log has one entry per change, with its actor, and none of a change that failed', async () => {
    let actor = { name: 'command line ada@host', address: null as string | null };
    await using store = await open({ actor: () => actor });
    const { accounts, accountId } = store;
    actor = { name: 'account key key_1', address: '192.0.2.1' };
    const { record } = await accounts.createKey(accountId, { name: 'k' });
    await accounts.revokeKey(accountId, record.keyId);
    await accounts.revokeKey(accountId, record.keyId);
    await accounts.addCredit(accountId, { units: 5, reason: 'gift' });
    await expect(
      accounts.addCredit(accountId, { units: Number.MAX_SAFE_INTEGER, reason: 'x' }),
    ).rejects.toThrow();
    const entries = await accounts.listAudit({ accountId, limit: 3 });
    expect(entries).toMatchObject([
      { action: 'account.credit', details: { units: 5, reason: 'gift' }, actor: 'account key key_1' },
      { action: 'key.revoke', subject: record.keyId, address: '192.0.2.1' },
      { action: 'key.create', subject: record.keyId },
    ]);
    const older = await accounts.listAudit({ accountId, before: entries[2]?.entryId });
    expect(older.at(-1)).toMatchObject({ action: 'account.create', actor: 'command line ada@host' });
  });

  test('changes of saved queries and schedules are in the audit log, without the text of the query', async () => {
    await using store = await open();
    const { accounts, accountId } = store;
    const text = {
      name: 'Weekly',
      folder: '',
      description: '',
      platform: 'shortvideo',
      limit: null,
    } as const;
    const { queryId = '' } =
      (await accounts.saveQuery(accountId, { ...text, text: 'SELECT 41', parameters: null, view: null })) ??
      {};
    await accounts.updateSavedQuery(accountId, queryId, { folder: 'reports' });
    await accounts.updateSavedQuery(accountId, 'qry_none', { folder: 'reports' });
    const terms = { maxCostUnits: 1, resultsKept: 1, webhookId: null, notifyWhen: 'changed' } as const;
    const schedule = await accounts.createSchedule(accountId, queryId, { ...terms, cron: '0 6 * * 1' });
    const scheduleId = schedule?.scheduleId ?? '';
    await accounts.updateSchedule(accountId, { queryId, scheduleId }, { state: 'paused' });
    expect(await accounts.deleteSavedQuery(accountId, queryId)).toBe(true);
    expect(await accounts.deleteSavedQuery(accountId, queryId)).toBe(false);
    const entries = await accounts.listAudit({ accountId, limit: 5 });
    expect(entries).toMatchObject([
      { action: 'saved_query.delete', subject: queryId },
      { action: 'schedule.update', subject: scheduleId, details: { changed: ['state'] } },
      { action: 'schedule.create', subject: scheduleId },
      { action: 'saved_query.update', subject: queryId, details: { changed: ['folder'] } },
      { action: 'saved_query.create', subject: queryId, details: { name: 'Weekly' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('SELECT 41');
  });
});
