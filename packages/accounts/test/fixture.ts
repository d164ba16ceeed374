import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { makeCustomer, reservationOf, settlementOf } from '../../../test/support/customer.ts';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.ts';
import { isMissing } from '../../../test/support/tools.ts';
import { type Account, type Accounts, type AccountsOptions, openAccounts } from '../src/index.ts';

/** A new directory, gone at the end of its scope. */
export async function temporaryDirectory(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'sdq-accounts-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

type Options = Omit<AccountsOptions, 'directory' | 'databaseUrl'>;

/** Accounts somewhere of their own, that can be opened again. */
export interface Home extends AsyncDisposable {
  directory: string;
  databaseUrl: string | undefined;
  open(options?: Options): Promise<Accounts>;
}

export interface Fixture extends AsyncDisposable {
  home: Home;
  accounts: Accounts;
  /** One account, and a data key of it. */
  accountId: string;
  keyId: string;
  key: string;
  accountKey: string;
  reserve(requestId: string, units: number): ReturnType<Accounts['reserve']>;
  settle(requestId: string, units: number): ReturnType<Accounts['settle']>;
  release(requestId: string): Promise<void>;
  account(): Promise<Account>;
}

/** Runs the same tests on both databases. */
export function onEachDatabase(
  tests: (database: {
    home(): Promise<Home>;
    open(options?: Options & { balanceUnits?: number }): Promise<Fixture>;
  }) => void,
): void {
  describe('on SQLite', () => tests(databaseOf(() => undefined)));
  describe.skipIf(isMissing('postgres'))('on PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(async () => await server[Symbol.asyncDispose]());
    tests(databaseOf(() => server));
  });
}

function databaseOf(server: () => PostgresServer | undefined) {
  const home = async () => await createHome(await server()?.createDatabase());
  return {
    home,
    open: async ({ balanceUnits = 100_000, ...options }: Options & { balanceUnits?: number } = {}) =>
      await openFixture(await home(), options, balanceUnits),
  };
}

export async function createHome(databaseUrl?: string): Promise<Home> {
  const directory = await temporaryDirectory();
  return {
    directory: directory.path,
    databaseUrl,
    open: (options = {}) => openAccounts({ directory: directory.path, databaseUrl, ...options }),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

export async function openFixture(home: Home, options: Options, balanceUnits: number): Promise<Fixture> {
  const accounts = await home.open(options);
  const customer = await makeCustomer(accounts, balanceUnits);
  const { accountId, keyId, key, accountKey } = customer;
  return {
    home,
    accounts,
    accountId,
    keyId,
    key,
    accountKey,
    reserve: (requestId, units) => accounts.reserve(reservationOf(customer, requestId, units)),
    settle: (requestId, units) => accounts.settle(settlementOf(requestId, units)),
    release: (requestId) =>
      accounts.release({ requestId, status: 400, errorCode: 'sql_syntax_error', durationMs: 1.4 }),
    async account() {
      const found = await accounts.findAccount(accountId);
      if (found === undefined) throw new Error('the account is gone');
      return found;
    },
    async [Symbol.asyncDispose]() {
      await accounts.close();
      await home[Symbol.asyncDispose]();
    },
  };
}
