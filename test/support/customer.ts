import type { Account, Accounts, Reservation, Settlement } from '@sdq/accounts';

/** An account and a data key of it, as tests charge them. */
export interface Customer {
  account: Account;
  accountId: string;
  keyId: string;
  key: string;
  accountKey: string;
}

/** A new account with one key. */
export async function makeCustomer(accounts: Accounts, balanceUnits = 1_000_000_000): Promise<Customer> {
  const { account, accountKey } = await accounts.createAccount({
    name: 'Jon Vik',
    email: 'jon@example.org',
    balanceUnits,
  });
  const { record, key } = await accounts.createKey(account.accountId, { name: 'laptop' });
  return { account, accountId: account.accountId, keyId: record.keyId, key, accountKey };
}

/** What every reservation and every charge of them has in common. */
export const reservation = {
  platform: 'shortvideo',
  endpoint: 'shortvideo/sql',
  method: 'POST',
  priceVersion: '2026-11',
} as const;
export const settlement = { status: 200, lineItems: [], snapshotId: 'f'.repeat(32), durationMs: 3.7 };

/** A worst case of 100 units, unless told. */
export function reservationOf(
  { accountId, keyId }: Pick<Customer, 'accountId' | 'keyId'>,
  requestId: string,
  units = 100,
): Reservation {
  return { ...reservation, accountId, keyId, requestId, units };
}

/** As many records as units. */
export function settlementOf(requestId: string, units: number): Settlement {
  return { ...settlement, requestId, units, records: units };
}
