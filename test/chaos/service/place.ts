import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { writeIndex } from '../../support/test-service.ts';
import type { Place } from './service-process.ts';

/** An index, and accounts with one rich customer. */
export interface ChaosPlace extends Place, AsyncDisposable {
  /** Where all of it lies; the home of a command. */
  directory: string;
  accountId: string;
  accountKey: string;
  keyId: string;
  key: string;
  creditUnits: number;
}

export async function makePlace(databaseUrl?: string): Promise<ChaosPlace> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-chaos-'));
  const place = { index: join(directory, 'index'), accounts: join(directory, 'accounts'), databaseUrl };
  await writeIndex(place.index);
  await using accounts = await openAccounts({ directory: place.accounts, databaseUrl });
  const creditUnits = 1_000_000_000;
  const { account, accountKey } = await accounts.createAccount({
    name: 'F',
    email: 'f@example.org',
    balanceUnits: creditUnits,
  });
  const { record, key } = await accounts.createKey(account.accountId, { name: 'load' });
  return {
    ...place,
    directory,
    accountId: account.accountId,
    accountKey,
    keyId: record.keyId,
    key,
    creditUnits,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
