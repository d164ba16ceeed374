import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Accounts } from '../src/index.ts';
import { reservation, settlement } from './customer.ts';
import { type Home, onEachDatabase } from './fixture.ts';

/** What a plain program would say of one account. */
interface PlainKey {
  keyId: string;
  key: string;
  isRevoked: boolean;
  spendLimit: number | null;
  spent: Map<string, number>;
  reserved: number;
}

interface PlainAccount {
  accountId: string;
  credits: number;
  spendLimit: number | null;
  keys: PlainKey[];
  /** Cost by period. */
  spent: Map<string, number>;
  reserved: number;
  running: { requestId: string; key: PlainKey; units: number }[];
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
  clock: { now: number };
}

const monthOf = (model: Model) => new Date(model.now).toISOString().slice(0, 7);
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
    expect((await accounts.usageSummary(account.accountId)).costUnits).toBe(
      account.spent.get(monthOf(model)) ?? 0,
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
        spendLimit: null,
        keys: [],
        spent: new Map(),
        reserved: 0,
        running: [],
        charged: new Map(),
        failed: 0,
      });
    },
  ),
);

const createKey = fc.tuple(at, fc.option(fc.integer({ min: 0, max: 200 }))).map(([which, spendLimit]) =>
  command(`create key, limit ${spendLimit}`, hasAccount, async (model, { accounts }) => {
    const account = pick(model.accounts, which);
    if (account === undefined) return;
    const { record, key } = await accounts.createKey(account.accountId, {
      name: 'k',
      spendLimitUnits: spendLimit,
    });
    account.keys.push({
      keyId: record.keyId,
      key,
      isRevoked: false,
      spendLimit,
      spent: new Map(),
      reserved: 0,
    });
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

const reserve = fc.tuple(at, at, fc.integer({ min: 0, max: 150 })).map(([which, whose, units]) =>
  command(
    `reserve ${units}`,
    (model) => model.accounts.some(({ keys }) => keys.length > 0),
    async (model, { accounts }) => {
      const account = pick(
        model.accounts.filter(({ keys }) => keys.length > 0),
        which,
      );
      const key = pick(account?.keys ?? [], whose);
      if (account === undefined || key === undefined) return;
      const requestId = `req_${model.requests++}`;
      const { accountId } = account;
      const reserved = accounts.reserve({ ...reservation, accountId, keyId: key.keyId, requestId, units });
      if (key.isRevoked) {
        await expect(reserved).rejects.toMatchObject({ code: 'revoked_api_key' });
        return;
      }
      const month = monthOf(model);
      const left = (limited: PlainAccount | PlainKey) =>
        (limited.spendLimit ?? Number.POSITIVE_INFINITY) - (limited.spent.get(month) ?? 0) - limited.reserved;
      const available = account.credits - total(account) - account.reserved;
      const isCovered = units === 0 || units <= Math.min(available, left(account), left(key));
      expect((await reserved).ok).toBe(isCovered);
      if (!isCovered) return;
      for (const owner of [account, key]) owner.reserved += units;
      account.running.push({ requestId, key, units });
    },
  ),
);

const end = fc.tuple(at, fc.option(fc.double({ min: 0, max: 1, noNaN: true }))).map(([which, share]) =>
  command(share === null ? 'fail' : `settle ${share}`, hasRunning, async (model, { accounts }) => {
    const account = pick(
      model.accounts.filter(({ running }) => running.length > 0),
      which,
    );
    const [ended] = account?.running.splice(which % account.running.length, 1) ?? [];
    if (account === undefined || ended === undefined) return;
    const { requestId, key, units: worst } = ended;
    for (const owner of [account, key]) owner.reserved -= worst;
    if (share === null) {
      await accounts.release({ requestId, status: 504, errorCode: 'query_timeout', durationMs: 1 });
      account.failed++;
      return;
    }
    const units = Math.floor(worst * share);
    await accounts.settle({ ...settlement, requestId, units, records: units });
    account.charged.set(requestId, units);
    for (const owner of [account, key]) add(owner.spent, monthOf(model), units);
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
      real.accounts = await real.home.open({ now: () => real.clock.now });
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
        const real: Real = { home: place, clock, accounts: await place.open({ now: () => clock.now }) };
        try {
          const model: Model = { accounts: [], now: clock.now, requests: runs++ * 1_000 };
          await fc.asyncModelRun(() => ({ model, real }), steps);
        } finally {
          await real.accounts.close();
        }
      }),
      { numRuns: isThorough ? Number(process.env.SDQ_MODEL_RUNS) : 12, endOnFailure: !isThorough },
    );
  });
});
