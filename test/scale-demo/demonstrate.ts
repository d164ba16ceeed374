import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-ports.ts';
import type { RunContext, RunResult } from '../support/runs/named-run.ts';
import { checkBooks } from './books.ts';
import { type Load, startLoad } from './load.ts';
import { type Customer, creditUnits, makePlace, type Place, type Replica } from './place.ts';
import { end } from './processes.ts';
import { type ProxyName, startProxy } from './proxy.ts';
import { secondsUntil } from './seconds-until.ts';

export interface DemoOptions {
  /** How long the load lasts through additions, kills and restarts, at least. */
  readonly seconds: number;
  readonly rows: number;
  readonly clients: number;
  /** A checkout of the version that both replicas have first; default: this one. */
  readonly from?: string | undefined;
  /** Replaces one replica in place of both. */
  readonly isShort?: boolean;
  /** Receives a line for each thing that happens. */
  readonly tell: (line: string) => void;
}

/** Two replicas behind a load balancer, and what must hold while one is killed and both are replaced. */
export async function demonstrate(
  name: ProxyName,
  { seconds, rows, clients, tell, signal, from, isShort = false }: DemoOptions & RunContext,
): Promise<RunResult> {
  tell('starting an object store, PostgreSQL, and a publisher that follows a folder');
  await using place = await makePlace({
    rows,
    replicas: 2,
    signal,
    environment: { SDQ_DRAIN_SECONDS: name === 'caddy' ? '3' : '0' },
  });
  tell('starting two replicas');
  // one after the other: the first one makes the tables
  for (const replica of place.replicas) await place.startReplica(replica, from);
  const customer = await place.openCustomer();
  const port = await freePort();
  const ports = place.replicas.map((replica) => replica.port);
  const folder = `${place.folder}/proxy`;
  const url = await startProxy(name, { processes: place.processes, folder, port, replicas: ports, signal });
  tell(`${name} answers at ${url}; ${clients} clients begin to ask`);
  const startedAt = performance.now();
  const load = startLoad({ url, key: customer.key, clients });
  try {
    const options = { rows, seconds, tell, signal, startedAt, isShort, repeatsPosts: name === 'nginx' };
    return await underLoad(place, customer, load, options);
  } finally {
    await load.stop();
  }
}

async function underLoad(
  place: Place,
  { accounts, accountId, key }: Customer,
  load: Load,
  {
    rows,
    seconds,
    tell,
    signal,
    startedAt,
    isShort,
    repeatsPosts,
  }: Pick<DemoOptions, 'rows' | 'seconds' | 'tell'> &
    RunContext & {
      startedAt: number;
      isShort: boolean;
      /** Whether the load balancer sends a POST that a killed replica did not answer to the other one. */
      repeatsPosts: boolean;
    },
): Promise<RunResult> {
  const [one, other] = place.replicas as [Replica, Replica];
  const asked = { replicas: place.replicas, key };
  await pause(1_000, undefined, { signal });
  await place.addVideos(100);
  const visible = await secondsUntil(asked, rows + 100, signal);
  tell(`100 videos that were added are on both replicas after ${visible.join(' and ')} s`);

  const failedBefore = load.figures.failed;
  await end(other.child, 'SIGKILL');
  tell(`${other.name} was killed (SIGKILL)`);
  await pause(3_000, undefined, { signal });
  const failedAtKill = load.figures.failed - failedBefore;
  await place.startReplica(other);
  tell(`${other.name} is back`);
  const exits: (number | null)[] = [];
  for (const replica of isShort ? [one] : [one, other]) {
    exits.push(await end(replica.child, 'SIGTERM'));
    await place.startReplica(replica);
    tell(`${replica.name} was replaced by a new process (rolling deployment)`);
    await pause(1_000, undefined, { signal });
  }
  await place.addVideos(50);
  const again = await secondsUntil(asked, rows + 150, signal);
  tell(`50 more are on both after ${again.join(' and ')} s`);
  const rest = seconds * 1_000 - (performance.now() - startedAt);
  if (rest > 0) await pause(rest, undefined, { signal });
  await load.stop();
  const loadSeconds = Math.round((performance.now() - startedAt) / 1_000);
  const books = await checkBooks(accounts, { accountId, creditUnits, told: load.told });
  const { figures } = load;
  tell(`${figures.requests} requests in ${loadSeconds} s, ${figures.failed} failed`);
  return {
    passed:
      figures.failed === (repeatsPosts ? 0 : failedAtKill) &&
      figures.requests > 0 &&
      exits.every((code) => code === 0) &&
      books.balances &&
      books.wrong + books.disagreements + books.reservedUnits === 0,
    figures: {
      seconds: loadSeconds,
      ...figures,
      failedAtKill,
      addToVisibleSeconds: [visible, again],
      exitCodes: exits,
      books,
    },
  };
}
