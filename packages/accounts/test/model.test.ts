import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Accounts } from '../src/index.ts';
import { reservationOf, settlementOf } from './customer.ts';
import { type Home, onEachDatabase } from './fixture.ts';

/** What a plain program would say of one account. */
interface PlainKey {
  keyId: string;
  key: string;
  isRevoked: boolean;
  expiresAt: number | null;
  spendLimit: number | null;
  spent: Map<string, number>;
  reserved: number;
  /** Requests that it named, by name. */
  names: Map<string, { requestId: string; at: number; isDone: boolean }>;
}

interface PlainAccount {
  accountId: string;
  credits: number;
  isMetered: boolean;
  spendLimit: number | null;
  keys: PlainKey[];
  /** Cost by period. */
  spent: Map<string, number>;
  /** Cost by day, of days with requests. */
  days: Map<string, number>;
  reserved: number;
  running: { requestId: string; key: PlainKey; units: number; name: string | undefined }[];
  charged: Map<string, number>;
  failed: number;
}

interface Model {
  accounts: PlainAccount[];
  now: number;
  requests: number;
}

interface Real {
  home: Home;
  accounts: Accounts;
  /** Another service on the same database. */
  other: Accounts;
  clock: { now: number };
}

const dayMs = 86_400_000;

const monthOf = (model: Model) => new Date(model.now).toISOString().slice(0, 7);
const dayOf = (model: Model) => new Date(model.now).toISOString().slice(0, 10);
const isExpired = (key: PlainKey, model: Model) => key.expiresAt !== null && key.expiresAt <= model.now;
const newKey = (keyId: string, key: string, rest: Partial<PlainKey> = {}): PlainKey => ({
  keyId,
  key,
  isRevoked: false,
  expiresAt: null,
  spendLimit: null,
  spent: new Map(),
  reserved: 0,
  names: new Map(),
  ...rest,
});
const total = (account: PlainAccount) => [...account.charged.values()].reduce((sum, units) => sum + units, 0);
const add = (sums: Map<string, number>, name: string, units: number) =>
  sums.set(name, (sums.get(name) ?? 0) + units);
const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(1, items.length)];

/** Request ids are unique in a database, which the runs share. */
let runs = 0;

type Command = fc.AsyncCommand<Model, Real>;

/** A command made of its name, what it needs, and what it does. */
function command(
  name: string,
  isPossible: (model: Readonly<Model>) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command {
  return {
    check: (model) => isPossible(model),
    run: async (model, real) => {
      real.clock.now = model.now;
      await run(model, real);
      await compare(model, real);
    },
    toString: () => name,
  };
}

/** Everything that can be read of the accounts is what the model says. */
async function compare(model: Model, { accounts }: Real): Promise<void> {
  for (const account of model.accounts) {
    expect(await accounts.findAccount(account.accountId)).toMatchObject({
      balanceUnits: account.credits - total(account),
      reservedUnits: account.reserved,
    });
    const { units, requests, failed } = await accounts.usageTotals(account.accountId);
    expect({ units, requests, failed }).toEqual({
      units: total(account),
      requests: account.charged.size + account.failed,
      failed: account.failed,
    });
    const { accountId } = account;
    expect((await accounts.usageSummary(accountId)).costUnits).toBe(account.spent.get(monthOf(model)) ?? 0);
    const days = await accounts.usageByDay(accountId, { first: '2000-01-01', last: '2099-12-31' });
    expect(new Map(days.map((day) => [day.day, day.units]))).toEqual(new Map([...account.days].sort()));
    for (const key of account.keys) {
      expect((await accounts.usageSummary(accountId, key.keyId)).costUnits).toBe(
        key.spent.get(monthOf(model)) ?? 0,
      );
    }
    const listed = await accounts.listKeys(accountId);
    expect(new Map(listed.map(({ keyId, status }) => [keyId, status]))).toEqual(
      new Map(
        account.keys.map((key) => [
          key.keyId,
          key.isRevoked ? 'revoked' : isExpired(key, model) ? 'expired' : 'active',
        ]),
      ),
    );
  }
}

const at = fc.nat({ max: 5 });
const hasAccount = (model: Readonly<Model>) => model.accounts.length > 0;
const hasRunning = (model: Readonly<Model>) => model.accounts.some(({ running }) => running.length > 0);

const createAccount = fc.integer({ min: 0, max: 500 }).map((credits) =>
  command(
    `create account with ${credits}`,
    (model) => model.accounts.length < 3,
    async (model, { accounts }) => {
      const customer = { name: 'M', email: 'm@example.org', balanceUnits: credits };
      const { account } = await accounts.createAccount(customer);
      const { accountId } = account;
      model.accounts.push({
        accountId,
        credits,
        isMetered: false,
        spendLimit: null,
        keys: [],
        spent: new Map(),
        days: new Map(),
        reserved: 0,
        running: [],
        charged: new Map(),
        failed: 0,
      });
    },
  ),
);

const createKey = fc
  .tuple(at, fc.option(fc.integer({ min: 0, max: 200 })), fc.option(fc.integer({ min: 1, max: 20 })))
  .map(([which, spendLimit, days]) =>
    command(`create key, limit ${spendLimit}, for ${days} days`, hasAccount, async (model, { accounts }) => {
      const account = pick(model.accounts, which);
      if (account === undefined) return;
      const expiresAt = days === null ? null : model.now + days * dayMs;
      const { record, key } = await accounts.createKey(account.accountId, {
        name: 'k',
        spendLimitUnits: spendLimit,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      });
      account.keys.push(newKey(record.keyId, key, { spendLimit, expiresAt }));
    }),
  );

const rotateKey = fc.tuple(at, at, fc.integer({ min: 0, max: 3 })).map(([which, whose, days]) =>
  command(`rotate, overlap ${days} days`, hasAccount, async (model, { accounts }) => {
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
    account.keys.push(newKey(made.record.keyId, made.key, { spendLimit, expiresAt }));
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

const names = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });

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
          expect(result).toEqual({ ok: false, reason: 'named_before' });
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
      const found = await accounts.findNamed(key.keyId, name ?? '');
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

const passTime = fc.integer({ min: -86_400_000, max: 40 * 86_400_000 }).map((ms) =>
  command(
    `pass ${Math.round(ms / 86_400_000)} days`,
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

onEachDatabase(({ home }) => {
  test('accounts, keys, charges, revocations, ends of periods and restarts are what a plain model says', async () => {
    await using place = await home();
    const commands = fc.commands(
      [
        createAccount,
        createKey,
        createKey,
        rotateKey,
        authenticate,
        plan,
        credit,
        limit,
        reserve,
        reserve,
        reserve,
        end,
        end,
        revoke,
        passTime,
        restart,
      ],
      { maxCommands: 60 },
    );
    const isThorough = process.env.SDQ_MODEL_RUNS !== undefined;
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        const clock = { now: Date.UTC(2026, 10, 20) };
        const open = () => place.open({ now: () => clock.now });
        const real: Real = { home: place, clock, accounts: await open(), other: await open() };
        try {
          const model: Model = { accounts: [], now: clock.now, requests: runs++ * 1_000 };
          await fc.asyncModelRun(() => ({ model, real }), steps);
        } finally {
          await real.accounts.close();
          await real.other.close();
        }
      }),
      { numRuns: isThorough ? Number(process.env.SDQ_MODEL_RUNS) : 12, endOnFailure: !isThorough },
    );
  });
});
