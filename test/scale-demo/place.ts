import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { ObjectStoreServer } from '../replication/object-store/server.ts';
import { freePort } from '../support/free-ports.ts';
import { startPostgres } from '../support/postgres.ts';
import { Processes, said } from './processes.ts';

export const creditUnits = 1_000_000_000;

export interface Replica {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  child: ChildProcess;
}

export interface Customer {
  readonly accounts: Accounts;
  readonly accountId: string;
  readonly key: string;
}

/** All that the demonstration starts, and that ends with it. */
export interface Place extends AsyncDisposable {
  readonly folder: string;
  readonly store: ObjectStoreServer;
  readonly processes: Processes;
  readonly replicas: readonly Replica[];
  /** Starts a replica, or starts it again. Settles when it answers. */
  startReplica(replica: Replica, checkout?: string): Promise<void>;
  /** A rich customer. A replica of a former version has to be started before: it refuses newer tables. */
  openCustomer(): Promise<Customer>;
  /** Puts a file with this many new videos into the folder that the publisher follows. */
  addVideos(count: number): Promise<void>;
}

/**
 * An object store, PostgreSQL, an index that takes in the files of a folder and is published after each, and replicas
 * that are not started yet. `environment` is that of the replicas.
 */
export async function makePlace(options: {
  rows: number;
  replicas: number;
  signal: AbortSignal;
  environment?: Record<string, string>;
}): Promise<Place> {
  const { signal } = options;
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sdq-scale-'));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const credentials = { accessKeyId: 'INVENTED', secretAccessKey: 'invented/secret+key' };
  const store = parts.use(await ObjectStoreServer.start({ credentials }));
  const postgres = parts.use(await startPostgres());
  const databaseUrl = await postgres.createDatabase();
  signal.throwIfAborted();
  const pepper = 'c4'.repeat(32);
  const opened: Accounts[] = [];
  parts.defer(async () => void (await Promise.all(opened.map((each) => each.close()))));
  const processes = parts.use(new Processes());
  const [index, incoming, bucket] = [join(folder, 'index'), join(folder, 'incoming'), 's3://videos/index'];
  await mkdir(incoming);
  let added = 0;
  const addVideos = async (count: number) => {
    const file = join(folder, `${added}.ndjson`);
    await writeFile(file, linesOf(added, count));
    added += count;
    await rename(file, join(incoming, `${added}.ndjson`));
  };
  await addVideos(options.rows);
  const environment = { ...store.environment, SDQ_HOME: join(folder, 'home'), SDQ_LOG_LEVEL: 'error' };
  const following = processes.sdq(['index', 'add', '--index', index, '--follow', incoming], environment);
  await said(following, /records accepted/, signal);
  const publishing = processes.sdq(
    ['index', 'publish', '--index', index, '--to', bucket, '--follow', '--json'],
    environment,
  );
  await said(publishing, /"uploaded_files":\d+/, signal);

  const replicas: Replica[] = [];
  for (let at = 1; at <= options.replicas; at++) {
    const port = await freePort();
    const name = `replica-${at}`;
    replicas.push({ name, port, url: `http://127.0.0.1:${port}`, child: publishing });
  }
  const startReplica = async (replica: Replica, checkout?: string) => {
    const { name, port, url } = replica;
    replica.child = processes.sdq(
      ['serve', '--index', join(folder, name), '--mirror', bucket, '--port', String(port)],
      {
        ...environment,
        SDQ_HOME: join(folder, `${name}-home`),
        DATABASE_URL: databaseUrl,
        SDQ_PEPPER: pepper,
        SDQ_SIBLING_URL: url,
        SDQ_TRUST_PROXY: '127.0.0.1',
        SDQ_CONNECTIONS_PER_ADDRESS_MAX: '0',
        SDQ_MIRROR_SECONDS: '1',
        SDQ_RATE_KEY_PER_MINUTE: '0',
        SDQ_RATE_SQL_PER_MINUTE: '0',
        SDQ_QUERY_PROCESSES: '1',
        SDQ_QUERY_THREADS: '1',
        SDQ_CONSOLE: 'off',
        ...options.environment,
      },
      checkout,
    );
    await said(replica.child, /Serving .* at http/, signal);
    await untilReady(url, signal);
  };
  const openCustomer = async (): Promise<Customer> => {
    const accounts = await openAccounts({ directory: join(folder, 'accounts'), databaseUrl, pepper });
    opened.push(accounts);
    const { account } = await accounts.createAccount({
      name: 'Maja Lund',
      email: 'maja@example.org',
      balanceUnits: creditUnits,
    });
    const { key } = await accounts.createKey(account.accountId, { name: 'load' });
    return { accounts, accountId: account.accountId, key };
  };
  const moved = parts.move();
  return {
    folder,
    store,
    processes,
    replicas,
    startReplica,
    openCustomer,
    addVideos,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(50);
  }
}

/** Invented videos, one a line. */
function linesOf(from: number, count: number): string {
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      video_id: String(7_000_000_000_000_000_000n + BigInt(from + at)),
      author: `user${(from + at) % 97}`,
      description: `caption ${from + at} #tag${(from + at) % 13}`,
      create_time: `2025-${String(1 + ((from + at) % 12)).padStart(2, '0')}-05T10:00:00Z`,
      play_count: from + at,
      indexed_at: '2026-01-01T00:00:00Z',
    }),
  );
  return `${lines.join('\n')}\n`;
}
