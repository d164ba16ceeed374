import { expect, test } from 'vitest';
import { onEachDatabase } from '../fixture.ts';

const hourMs = 3_600_000;

onEachDatabase(({ open, home }) => {
  test('a session is known to every process, until it ends', async () => {
    await using place = await home();
    const [one, two] = [await place.open(), await place.open()];
    const { accountKey, account } = await one.createAccount({ name: 'Ea Lind', email: 'ea@example.org' });
    const opened = await one.openSession({ key: accountKey });
    if (!opened.ok) throw new Error(opened.reason);
    const { secret, session } = opened;
    expect(session.account).toMatchObject({ kind: 'acct', accountId: account.accountId });
    expect(session.data).toMatchObject({ kind: 'live', sessionId: session.sessionId });
    expect(await two.findSession(secret)).toEqual({ ok: true, session });
    expect(await one.endSession(secret)).toBe(true);
    expect(await one.findSession(secret)).toEqual({ ok: false, reason: 'unknown' });
    expect(await two.endSession(secret)).toBe(false);
    const actions = (await two.listAudit({ accountId: account.accountId })).map(({ action }) => action);
    expect(actions).toEqual(['session.end', 'session.open', 'key.create', 'account.create']);
    await one.close();
    await two.close();
  });

  test('a session lasts 12 hours, a token one; expired ones are deleted', async () => {
    let now = Date.parse('2026-03-01T00:00:00Z');
    await using fixture = await open({ now: () => now });
    const { accounts, accountId, accountKey } = fixture;
    const opened = await accounts.openSession({ key: accountKey });
    const late = await accounts.createSignInToken(accountId);
    const used = await accounts.createSignInToken(accountId);
    now += hourMs - 1;
    expect(await accounts.openSession({ token: used })).toMatchObject({ ok: true });
    now += 1;
    expect(await accounts.openSession({ token: late })).toEqual({ ok: false, reason: 'unknown' });
    const { secret } = opened as { secret: string };
    now += 11 * hourMs - 1;
    expect(await accounts.findSession(secret)).toMatchObject({ ok: true });
    now += 1;
    expect(await accounts.findSession(secret)).toEqual({ ok: false, reason: 'unknown' });
    await accounts.doBackgroundWork();
    expect(await accounts.endSession(secret)).toBe(false);
  });

  test('the oldest of more than 20 sessions of an account ends', async () => {
    await using fixture = await open();
    const { accounts, accountKey } = fixture;
    const secrets: string[] = [];
    for (let i = 0; i < 21; i++) {
      const opened = await accounts.openSession({ key: accountKey });
      if (opened.ok) secrets.push(opened.secret);
    }
    const found = await Promise.all(secrets.map(async (secret) => (await accounts.findSession(secret)).ok));
    expect(found).toEqual([false, ...Array(20).fill(true)]);
  });

  test('suspended accounts have no session, and no one can sign in', async () => {
    await using fixture = await open();
    const { accounts, accountId, accountKey } = fixture;
    const opened = await accounts.openSession({ key: accountKey });
    const { secret } = opened as { secret: string };
    await accounts.setAccountState(accountId, { state: 'suspended' });
    expect(await accounts.findSession(secret)).toEqual({ ok: false, reason: 'suspended' });
    expect(await accounts.openSession({ key: accountKey })).toEqual({ ok: false, reason: 'suspended' });
    const token = await accounts.createSignInToken(accountId);
    expect(await accounts.openSession({ token })).toEqual({ ok: false, reason: 'suspended' });
    await accounts.setAccountState(accountId, { state: 'active' });
    expect(await accounts.findSession(secret)).toMatchObject({ ok: true });
  });

  test('concurrent first sign-ins make one console key', async () => {
    await using fixture = await open();
    const { accounts, accountId, accountKey } = fixture;
    await Promise.all([1, 2, 3, 4].map(() => accounts.openSession({ key: accountKey })));
    const keys = await accounts.listKeys(accountId);
    expect(keys.filter(({ name }) => name === 'console')).toMatchObject([{ spendLimitUnits: 100_000 }]);
  });
});
