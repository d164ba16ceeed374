import fc from 'fast-check';
import { expect } from 'vitest';
import { reservationOf, settlementOf } from '../../../../test/support/customer.ts';
import {
  add,
  addAccount,
  compare,
  dayMs,
  dayOf,
  isExpired,
  type Model,
  monthOf,
  type PlainAccount,
  type PlainKey,
  pick,
  type Real,
  toPlainKey,
  total,
} from './plain-model.ts';

type Command = fc.AsyncCommand<Model, Real>;

/** A command made of its name, whose first word is its kind; what it needs; and what it does. */
function command(
  name: string,
  isPossible: (model: Readonly<Model>) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command {
  const [kind = ''] = name.split(' ');
  return {
    check: (model) => isPossible(model),
    run: async (model, real) => {
      real.clock.now = model.now;
      await run(model, real);
      add(model.done, kind, 1);
      await compare(model, real);
    },
    toString: () => name,
  };
}

const at = fc.nat({ max: 5 });
const hasAccount = (model: Readonly<Model>) => model.accounts.length > 0;
const hasRunning = (model: Readonly<Model>) => model.accounts.some(({ running }) => running.length > 0);

const createAccount = fc.integer({ min: 0, max: 500 }).map((credits) =>
  command(
    `create-account ${credits}`,
    (model) => model.accounts.length < 2,
    async (model, real) => await addAccount(model, real, credits),
  ),
);

const createKey = fc
  .tuple(at, fc.option(fc.integer({ min: 0, max: 200 })), fc.option(fc.integer({ min: 1, max: 20 })))
  .map(([which, spendLimit, days]) =>
    command(`create-key limit ${spendLimit}, for ${days} days`, hasAccount, async (model, { accounts }) => {
      const account = pick(model.accounts, which);
      if (account === undefined) return;
      const expiresAt = days === null ? null : model.now + days * dayMs;
      const made = await accounts.createKey(account.accountId, {
        name: 'k',
        spendLimitUnits: spendLimit,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      });
      account.keys.push(toPlainKey(made, { spendLimit, expiresAt }));
    }),
  );

const rotateKey = fc.tuple(at, at, fc.integer({ min: 0, max: 3 })).map(([which, whose, days]) =>
  command(`rotate over ${days} days`, hasAccount, async (model, { accounts }) => {
    const account = pick(model.accounts, which);
    const former = pick(account?.keys ?? [], whose);
    if (account === undefined || former === undefined) return;
    const overlapMs = days * dayMs;
    const made = await accounts.rotateKey(account.accountId, former.keyId, { overlapMs });
    if (former.isRevoked || isExpired(former, model)) {
      expect(made).toBeUndefined();
      return;
    }
    if (made === undefined) throw new Error('an active key was not rotated');
    const { spendLimit, expiresAt } = former;
    account.keys.push(toPlainKey(made, { spendLimit, expiresAt }));
    if (days === 0) former.isRevoked = true;
    else former.expiresAt = Math.min(model.now + overlapMs, expiresAt ?? Number.POSITIVE_INFINITY);
  }),
);

const authenticate = fc.tuple(at, at).map(([which, whose]) =>
  command('authenticate', hasAccount, async (model, { accounts }) => {
    const account = pick(model.accounts, which);
    const key = pick(account?.keys ?? [], whose);
    if (account === undefined || key === undefined) return;
    const { accountId } = account;
    const expected = key.isRevoked
      ? { ok: false, reason: 'revoked' }
      : isExpired(key, model)
        ? { ok: false, reason: 'expired' }
        : { ok: true, principal: { accountId, keyId: key.keyId } };
    expect(await accounts.authenticate(key.key)).toMatchObject(expected);
  }),
);

const plan = fc.tuple(at, fc.boolean()).map(([which, isMetered]) =>
  command(isMetered ? 'metered' : 'prepaid', hasAccount, async (model, { accounts }) => {
    const account = pick(model.accounts, which);
    if (account === undefined) return;
    await accounts.updateAccount(account.accountId, { plan: isMetered ? 'metered' : 'prepaid' });
    account.isMetered = isMetered;
  }),
);

const credit = fc.tuple(at, fc.integer({ min: -50, max: 300 })).map(([which, units]) =>
  command(`credit ${units}`, hasAccount, async (model, { accounts }) => {
    const account = pick(model.accounts, which);
    if (account === undefined) return;
    await accounts.addCredit(account.accountId, { units, reason: 'test' });
    account.credits += units;
  }),
);

const limit = fc.tuple(at, fc.option(fc.integer({ min: 0, max: 400 }))).map(([which, units]) =>
  command(`limit ${units}`, hasAccount, async (model, { accounts }) => {
    const account = pick(model.accounts, which);
    if (account === undefined) return;
    await accounts.updateAccount(account.accountId, { spendLimitUnits: units });
    account.spendLimit = units;
  }),
);

const names = fc.option(fc.constantFrom('a', 'b'), { nil: undefined });

const reserve = fc
  .tuple(at, at, fc.integer({ min: 0, max: 150 }), names, fc.boolean())
  .map(([which, whose, units, name, isOther]) =>
    command(
      `reserve ${units}${name === undefined ? '' : ` as ${name}`}${isOther ? ' elsewhere' : ''}`,
      (model) => model.accounts.some(({ keys }) => keys.length > 0),
      async (model, real) => {
        const account = pick(
          model.accounts.filter(({ keys }) => keys.length > 0),
          which,
        );
        const key = pick(account?.keys ?? [], whose);
        if (account === undefined || key === undefined) return;
        const requestId = `req_${model.requests++}`;
        const idempotency = name === undefined ? undefined : { key: name, fingerprint: 'f' };
        const who = { accountId: account.accountId, keyId: key.keyId };
        const reserved = (isOther ? real.other : real.accounts).reserve({
          ...reservationOf(who, requestId, units),
          idempotency,
        });
        if (key.isRevoked) {
          await expect(reserved).rejects.toMatchObject({ code: 'revoked_api_key' });
          return;
        }
        const result = await reserved;
        const before = name === undefined ? undefined : key.names.get(name);
        if (before !== undefined && before.at > model.now - dayMs) {
          expect(result).toEqual({ ok: false, reason: 'idempotency_key_used' });
          return;
        }
        if (name !== undefined) key.names.delete(name); // one that is past its day is dropped
        const month = monthOf(model);
        const left = (limited: PlainAccount | PlainKey) =>
          (limited.spendLimit ?? Number.POSITIVE_INFINITY) -
          (limited.spent.get(month) ?? 0) -
          limited.reserved;
        const available = account.isMetered
          ? Number.POSITIVE_INFINITY
          : account.credits - total(account) - account.reserved;
        const isCovered = units === 0 || units <= Math.min(available, left(account), left(key));
        expect(result.ok).toBe(isCovered);
        if (!isCovered) return;
        for (const owner of [account, key]) owner.reserved += units;
        account.running.push({ requestId, key, units, name });
        if (name !== undefined) key.names.set(name, { requestId, at: model.now, isDone: false });
      },
    ),
  );

const end = fc
  .tuple(at, fc.option(fc.double({ min: 0, max: 1, noNaN: true })), fc.boolean())
  .map(([which, share, isTwice]) =>
    command(share === null ? 'fail' : `settle ${share}`, hasRunning, async (model, { accounts }) => {
      const account = pick(
        model.accounts.filter(({ running }) => running.length > 0),
        which,
      );
      const [ended] = account?.running.splice(which % account.running.length, 1) ?? [];
      if (account === undefined || ended === undefined) return;
      const { requestId, key, units: worst, name } = ended;
      for (const owner of [account, key]) owner.reserved -= worst;
      add(account.days, dayOf(model), 0);
      const named = name === undefined ? undefined : key.names.get(name);
      const isOwn = named?.requestId === requestId;
      if (share === null) {
        const failure = { requestId, status: 504, errorCode: 'query_timeout', durationMs: 1 };
        await accounts.release(failure);
        if (isTwice) await accounts.release(failure);
        account.failed++;
        if (isOwn) key.names.delete(name ?? '');
        return;
      }
      const units = Math.floor(worst * share);
      const answer = { contentType: 'text/plain', body: requestId };
      await accounts.settle({ ...settlementOf(requestId, units), answer });
      if (isTwice) await accounts.settle(settlementOf(requestId, units));
      account.charged.set(requestId, units);
      for (const owner of [account, key]) add(owner.spent, monthOf(model), units);
      add(account.days, dayOf(model), units);
      if (!isOwn || named === undefined) return;
      named.isDone = true;
      const found = await accounts.findIdempotentRequest(key.keyId, name ?? '');
      if (named.at <= model.now - dayMs) expect(found).toBeUndefined();
      else expect(found).toMatchObject({ state: 'done', requestId, answer: { body: requestId } });
    }),
  );

const revoke = fc.tuple(at, at).map(([which, whose]) =>
  command('revoke', hasAccount, async (model, { accounts }) => {
    const account = pick(model.accounts, which);
    const key = pick(account?.keys ?? [], whose);
    if (account === undefined || key === undefined) return;
    await accounts.revokeKey(account.accountId, key.keyId);
    key.isRevoked = true;
    expect(await accounts.authenticate(key.key)).toEqual({ ok: false, reason: 'revoked' });
  }),
);

const hourMs = dayMs / 24;
const passTime = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: -24, max: 40 }).map((hours) => hours * hourMs) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }).map((days) => days * dayMs) },
  )
  .map((ms) =>
    command(
      `pass ${ms / hourMs} hours`,
      () => true,
      async (model, real) => {
        model.now += ms;
        real.clock.now = model.now;
      },
    ),
  );

const restart = fc.constant(
  command(
    'restart',
    () => true,
    async (_model, real) => {
      await real.accounts.close();
      real.accounts = real.other;
      real.other = await real.home.open({ now: () => real.clock.now });
    },
  ),
);

const often = <Item>(times: number, item: Item): Item[] => Array.from({ length: times }, () => item);

/** Long runs of all of them; most often requests begin and end. */
export const commands = fc.commands(
  [
    createAccount,
    ...often(2, createKey),
    rotateKey,
    ...often(2, authenticate),
    plan,
    ...often(2, credit),
    limit,
    ...often(10, reserve),
    ...often(10, end),
    revoke,
    ...often(3, passTime),
    restart,
  ],
  { maxCommands: 80, size: 'max' },
);
