import { expect } from 'vitest';
import type { Accounts, MadeKey } from '../../src/index.ts';
import type { Home } from '../fixture.ts';

/** What a plain program would say of a key. */
export interface PlainKey {
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

/** And of its account. */
export interface PlainAccount {
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

export interface Model {
  accounts: PlainAccount[];
  now: number;
  requests: number;
  /** How often each kind of command came to something. */
  done: Map<string, number>;
}

export interface Real {
  home: Home;
  accounts: Accounts;
  /** Another service on the same database. */
  other: Accounts;
  clock: { now: number };
}

export const dayMs = 86_400_000;

export const monthOf = (model: Model) => new Date(model.now).toISOString().slice(0, 7);
export const dayOf = (model: Model) => new Date(model.now).toISOString().slice(0, 10);
export const isExpired = (key: PlainKey, model: Model) =>
  key.expiresAt !== null && key.expiresAt <= model.now;
export const total = (account: PlainAccount) =>
  [...account.charged.values()].reduce((sum, units) => sum + units, 0);
/** Adds to one of several sums. */
export const add = (sums: Map<string, number>, name: string, units: number) =>
  sums.set(name, (sums.get(name) ?? 0) + units);
export const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(1, items.length)];

export async function addAccount(model: Model, { accounts }: Real, credits: number): Promise<void> {
  const customer = { name: 'M', email: 'm@example.org', balanceUnits: credits };
  const { account } = await accounts.createAccount(customer);
  model.accounts.push({
    accountId: account.accountId,
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
}

export function toPlainKey(
  { record, key }: MadeKey,
  limits: Pick<PlainKey, 'spendLimit' | 'expiresAt'>,
): PlainKey {
  return {
    keyId: record.keyId,
    key,
    isRevoked: false,
    spent: new Map(),
    reserved: 0,
    names: new Map(),
    ...limits,
  };
}

/** Everything that can be read of the accounts is what the model says. */
export async function compare(model: Model, { accounts }: Real): Promise<void> {
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
