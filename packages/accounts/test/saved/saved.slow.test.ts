import { expect, test } from 'vitest';
import { reservationOf, settlementOf } from '../../../../test/support/customer.ts';
import { type NewSavedResult, type SharedQuery, savedLimits } from '../../src/index.ts';
import { onEachDatabase } from '../fixture.ts';

const dayMs = 86_400_000;
const startAt = Date.UTC(2026, 4, 5, 12);
const saved = {
  name: 'Lengths',
  folder: '',
  description: '',
  platform: 'shortvideo',
  text: 'SELECT 1',
  parameters: { author: 'ada' },
  limit: 5,
  view: 'view=chart',
} as const;
const result: NewSavedResult = {
  snapshotId: 's1',
  rowCount: 2,
  truncated: false,
  bytes: Buffer.from('rows'),
  forMs: 90 * dayMs,
};
const shared = (queryId: string): SharedQuery => ({
  queryId,
  title: 'Lengths',
  description: '',
  platform: 'shortvideo',
  text: 'SELECT 1',
  parameters: null,
  limit: 5,
  snapshotId: 's1',
  embedHosts: [],
  expiresAt: null,
});

onEachDatabase(({ open }) => {
  test('a share is opened once it is published, until it expires; its rows may be gone before', async () => {
    const clock = { now: startAt };
    await using fixture = await open({ now: () => clock.now });
    const { accounts, accountId } = fixture;
    const { queryId = '' } = (await accounts.saveQuery(accountId, saved)) ?? {};
    const bytes = Buffer.alloc(1_300_000, 'ab'); // in several parts
    const query = { ...shared(queryId), expiresAt: new Date(startAt + 100 * dayMs) };
    const { shareId, resultId } = await accounts.createShare(accountId, {
      query,
      result: { ...result, bytes },
    });
    expect(await accounts.openShare(shareId)).toBeUndefined();
    await accounts.publishShare(accountId, shareId);
    expect(await accounts.openShare(shareId)).toMatchObject({
      share: { snapshotId: 's1' },
      result: { rowCount: 2 },
    });
    expect((await accounts.readSavedResult(resultId))?.equals(bytes)).toBe(true);
    clock.now += 95 * dayMs;
    await accounts.doBackgroundWork();
    expect(await accounts.openShare(shareId)).toMatchObject({ share: { shareId }, result: undefined });
    expect(await accounts.readSavedResult(resultId)).toBeUndefined();
    clock.now += 6 * dayMs;
    expect(await accounts.openShare(shareId)).toBeUndefined();
    expect(await accounts.listShares(accountId, queryId)).toEqual([]);
    const killed = await accounts.createShare(accountId, { query: shared(queryId), result });
    clock.now += dayMs;
    await accounts.doBackgroundWork();
    expect(await accounts.findSavedResult(killed.resultId)).toBeUndefined();
  });

  test('withdrawn results have no rows, are told from expired ones, and leave no bytes', async () => {
    await using fixture = await open();
    const { accounts, accountId } = fixture;
    const { queryId = '' } = (await accounts.saveQuery(accountId, saved)) ?? {};
    const { shareId, resultId } = await accounts.createShare(accountId, { query: shared(queryId), result });
    await accounts.publishShare(accountId, shareId);
    expect(await accounts.findSavedResult(resultId)).toMatchObject({ isWithdrawn: false });
    expect(await accounts.withdrawResults()).toEqual({ results: 1, answers: 0, isErased: true });
    expect(await accounts.readSavedResult(resultId)).toBeUndefined();
    expect((await accounts.openShare(shareId))?.result).toMatchObject({ isWithdrawn: true, rowCount: 2 });
    expect(await accounts.withdrawResults()).toMatchObject({ results: 0 });
  });

  test('an account keeps a limited number of bytes, which come free again', async () => {
    await using fixture = await open();
    const { accounts, accountId } = fixture;
    const { queryId = '' } = (await accounts.saveQuery(accountId, saved)) ?? {};
    const third = { ...result, bytes: Buffer.alloc(savedLimits.keptBytesMax / 3, 1) };
    const share = () => accounts.createShare(accountId, { query: shared(queryId), result: third });
    const [first] = [await share(), await share()];
    await expect(Promise.all([share(), share()])).rejects.toMatchObject({ code: 'saved_limit_reached' });
    expect(await accounts.deleteShare(accountId, { shareId: first.shareId })).toBe(true);
    expect(await share()).toMatchObject({ queryId });
  });

  test('what is shared by a query ends with it, and nothing is left of a deleted account', async () => {
    await using fixture = await open();
    const { accounts, accountId } = fixture;
    const { queryId = '' } = (await accounts.saveQuery(accountId, saved)) ?? {};
    const { shareId } = await accounts.createShare(accountId, { query: shared(queryId), result });
    await accounts.publishShare(accountId, shareId);
    const made = await accounts.createReadToken(accountId, queryId, {
      name: 't',
      dayLimitUnits: 5,
      expiresAt: null,
    });
    const { tokenId = '' } = made?.record ?? {};
    await accounts.keepNewest(accountId, { tokenId, resultOf: 'x', result });
    const target = await accounts.findReadTarget(accountId, tokenId);
    expect(await accounts.findSavedResult(target?.newest?.resultId ?? '')).toMatchObject({ rowCount: 2 });
    let text = '';
    for await (const part of accounts.exportAccount(accountId)) text += part;
    const exported = JSON.parse(text);
    expect(exported.saved_queries).toMatchObject([{ query_id: queryId, parameters: { author: 'ada' } }]);
    expect(exported.left_out).toContain('kept_parts.bytes');
    expect(text).not.toContain(made?.token);
    expect(await accounts.deleteSavedQuery(accountId, queryId)).toBe(true);
    expect(await accounts.openShare(shareId)).toBeUndefined();
    expect(await accounts.authenticateReader(made?.token ?? '')).toEqual({ ok: false, reason: 'revoked' });
    expect(await accounts.findSavedResult(target?.newest?.resultId ?? '')).toBeUndefined();
    await accounts.saveQuery(accountId, saved);
    await accounts.setAccountState(accountId, { state: 'closed' });
    expect((await accounts.deleteAccount(accountId))?.rows).toBeGreaterThan(0);
  });

  test('a token is charged at most its limit in a day; an expired one opens nothing', async () => {
    const clock = { now: startAt };
    await using fixture = await open({ now: () => clock.now });
    const { accounts, accountId } = fixture;
    const { queryId = '' } = (await accounts.saveQuery(accountId, saved)) ?? {};
    const expiresAt = new Date(startAt + 2 * dayMs);
    const made = await accounts.createReadToken(accountId, queryId, {
      name: 't',
      dayLimitUnits: 10,
      expiresAt,
    });
    const owner = { accountId, keyId: made?.record.tokenId ?? '' };
    const reserve = async (requestId: string, units: number) =>
      await accounts.reserve(reservationOf(owner, requestId, units));
    const refused = { ok: false, reason: 'day_limit_reached', scope: 'key', limitUnits: 10 };
    const both = await Promise.all([reserve('r1', 6), reserve('r2', 6)]);
    expect(both).toContainEqual({ ok: true });
    expect(both).toContainEqual({ ...refused, availableUnits: 4 });
    const [first] = both[0].ok ? ['r1'] : ['r2'];
    await accounts.settle(settlementOf(first, 5));
    expect(await reserve('r3', 6)).toMatchObject({ ...refused, availableUnits: 5 });
    expect(await reserve('r4', 5)).toEqual({ ok: true });
    clock.now += 12 * 3_600_000; // the next day: what is reserved still counts
    expect(await reserve('r5', 6)).toMatchObject({ ...refused, availableUnits: 5 });
    await accounts.settle(settlementOf('r4', 5));
    expect(await reserve('r6', 5)).toEqual({ ok: true });
    await accounts.settle(settlementOf('r6', 5));
    expect(await reserve('r7', 1)).toMatchObject({ ...refused, availableUnits: 0 });
    expect((await accounts.verifyLedger()).disagreements).toEqual([]);
    expect(await accounts.authenticateReader(made?.token ?? '')).toMatchObject({ ok: true });
    clock.now += 2 * dayMs;
    expect(await accounts.authenticateReader(made?.token ?? '')).toEqual({ ok: false, reason: 'expired' });
  });
});
