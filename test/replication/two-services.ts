import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { SigningSecrets } from '@sdq/platforms';
import { type CallLimits, currentActor, type Service, startService } from '@sdq/server';
import { freePort } from '../support/free-ports.ts';
import { unlimited, writeIndex } from '../support/test-service.ts';

export interface OneOfTwo extends AsyncDisposable {
  readonly service: Service;
  readonly accounts: Accounts;
  /** Asks this instance with the key of the account. */
  ask(path: string, options?: Asked): Promise<Response>;
}

interface Asked {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
  key?: string;
}

export interface TwoServices extends AsyncDisposable {
  readonly one: OneOfTwo;
  readonly other: OneOfTwo;
  readonly accountId: string;
  readonly accountKey: string;
  readonly key: string;
  /** Ends an instance as if its machine had: nothing answers at its address, and siblings were not told. */
  loseOther(): Promise<void>;
}

const pepper = 'ab'.repeat(32);

/** Two instances of the service over one index, on one account database, that know each other; an account of $10. */
export async function startTwoServices(
  databaseUrl: string,
  limits: Partial<CallLimits> = unlimited,
): Promise<TwoServices> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-siblings-'));
  const index = join(directory, 'index');
  await writeIndex(index);
  const secrets = { key: '' };
  const start = async (name: string): Promise<OneOfTwo> => {
    const engine = await openEngine({ index, threads: 1, refreshMs: 0, isolation: 'in-process' });
    const accounts = await openAccounts({
      directory: join(directory, name),
      databaseUrl,
      pepper,
      actor: currentActor,
    });
    const port = await freePort();
    const service = await startService({
      engine,
      accounts,
      host: '127.0.0.1',
      port,
      siblingUrl: `http://127.0.0.1:${port}`,
      data: {
        sources: [],
        secret: new SigningSecrets(() => accounts.deriveSecrets('cursors and links')),
      },
      limits,
    });
    return {
      service,
      accounts,
      ask: async (path, { method = 'GET', body, headers = {}, key = secrets.key } = {}) =>
        await fetch(`${service.url}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      async [Symbol.asyncDispose]() {
        await service.close();
        await engine.close();
        await accounts.close();
      },
    };
  };
  const [one, other] = [await start('one'), await start('other')];
  const { account, accountKey } = await one.accounts.createAccount({
    name: 'Ida Holm',
    email: 'ida@example.org',
    balanceUnits: 100_000,
  });
  secrets.key = (await one.accounts.createKey(account.accountId, { name: 'data' })).key;
  const { accountId } = account;
  let isLost = false;
  return {
    one,
    other,
    accountId,
    accountKey,
    get key() {
      return secrets.key;
    },
    async loseOther() {
      isLost = true;
      const { siblings } = other.accounts;
      // what a killed process would not do
      siblings.leave = async () => {};
      await other[Symbol.asyncDispose]();
    },
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]();
      if (!isLost) await other[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
