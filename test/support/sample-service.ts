import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { builtInPlatforms } from '@sdq/catalog';
import { endpointsByPath } from '@sdq/catalog/define';
import { type Engine, type EngineOptions, openEngine } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { type AppOptions, startService } from '@sdq/server';

/** What a data endpoint answered. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of nineteen shapes
  data: any;
  cost: string;
  error: { code: string } | undefined;
  detail: unknown;
  request_id: string;
  headers: Headers;
}

export interface SampleService extends AsyncDisposable {
  /** Ends the service, as a crash would for its clients; the engine and the accounts stay open. */
  stop(): Promise<void>;
  url: string;
  engine: Engine;
  key: string;
  otherKey: string;
  accounts: Accounts;
  accountId: string;
  accountKey: string;
  directory: string;
  get(path: string, parameters?: Record<string, string | number | boolean>, key?: string): Promise<Answer>;
  /** The request that an endpoint's example is made from, and the same of other records: so many at most. */
  exampleQueries(endpoint: string, most: number): Promise<Record<string, string | number | boolean>[]>;
  /** Rows of the index, past HTTP. */
  rows(platform: string, sql: string): Promise<Record<string, unknown>[]>;
  /** Units of $0.0001 charged so far. */
  chargedUnits(): Promise<number>;
}

/** A service over a small generated index, the same at each start. */
export async function startSampleService(
  optionsOf: (directory: string) => Partial<AppOptions> = () => ({}),
  engineOptionsOf: (index: string) => Promise<Partial<EngineOptions>> = async () => ({}),
): Promise<SampleService> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-platforms-'));
  const index = join(directory, 'index');
  await generateIndex({ out: index, rows: 3_000, threads: 2 });
  const engine = await openEngine({
    index,
    threads: 1,
    isolation: 'in-process',
    refreshMs: 0,
    advisoryParser: false,
    ...(await engineOptionsOf(index)),
  });
  const accounts = await openAccounts({ directory: join(directory, 'accounts') });
  const { account, accountKey } = await accounts.createAccount({
    name: 'Ruta Sala',
    email: 'ruta@example.org',
    balanceUnits: 10_000_000,
  });
  const { key } = await accounts.createKey(account.accountId, { name: 'one' });
  const { key: otherKey } = await accounts.createKey(account.accountId, { name: 'two' });
  const service = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    limits: { keyPerMinute: 0, sqlPerMinute: 0 }, // a test asks faster than callers may
    ...optionsOf(directory),
  });
  return {
    url: service.url,
    stop: () => service.close(),
    engine,
    key,
    otherKey,
    accounts,
    accountId: account.accountId,
    accountKey,
    directory,
    async get(path, parameters = {}, withKey = key) {
      const query = new URLSearchParams(
        Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const response = await fetch(`${service.url}/api/${path}?${query}`, {
        headers: { authorization: `Bearer ${withKey}` },
      });
      const body = (await response.json()) as Omit<Answer, 'status' | 'headers'>;
      return { ...body, status: response.status, headers: response.headers };
    },
    async exampleQueries(path, most) {
      const example = endpointsByPath(builtInPlatforms).get(path)?.example;
      if (example === undefined) throw new Error(`there is no endpoint ${path}`);
      const { find, query } = example;
      const [platform = ''] = path.split('/');
      const rows =
        find === undefined ? [{}] : await (await engine.query(find, { platform, limit: most })).toArray();
      return rows.map((row) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
        ...query,
      }));
    },
    async rows(platform, sql) {
      return await (await engine.query(sql, { platform })).toArray();
    },
    async chargedUnits() {
      const found = await accounts.findAccount(account.accountId);
      return 10_000_000 - (found?.balanceUnits ?? 0);
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await engine.close();
      await accounts.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
