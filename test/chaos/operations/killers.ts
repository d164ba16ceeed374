import { type ChildProcess, spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { startService } from '@sdq/server';
import { makeCustomer } from '../../support/customer.ts';
import { quantile } from '../../support/quantile.ts';
import { unlimited } from '../../support/test-service.ts';
import { callSql } from '../service/call.ts';
import { makePlace } from '../service/place.ts';

/**
 * Statements that the gate admits, and that end their process by a signal: VARIANT values of a scalar subquery are
 * grouped (docs/gate.md). Each number makes another text, which no memory of crashes knows.
 */
export function admittedKiller(number: number): string {
  const values = `(VALUES (MAP {'a': ${number}}), (NULL)) AS c(m)`;
  return `SELECT DISTINCT (SELECT v FROM (SELECT max(m)::VARIANT AS v FROM ${values}) AS t) AS v FROM range(9000)`;
}

const honestCount = 4;
/** Milliseconds between two questions of one honest client. */
const thinkMs = 20;
const videos = 5_000;

interface Latency {
  readonly answers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface KillersResult {
  machine: string;
  killers: number;
  /** Killers by the status of their answers. */
  statuses: Record<string, number>;
  processesReplaced: number;
  idle: { without: Latency; with: Latency };
  /** Beside a busy loop per core. */
  loaded: { without: Latency; with: Latency };
  /** p95 beside killers, divided by p95 without them. */
  idleRatio: number;
  loadedRatio: number;
  honestErrors: number;
  firstError: string | undefined;
  /** Accounts whose ledger is not the sum of what their answers cost, in units of $0.0001. */
  ledgerDifference: number;
  /** Units that statements cost which were not answered. */
  killersCharged: number;
}

/** One account asks for a killer each second, beside honest clients of others; phases with and without it alternate. */
export async function killers(options: {
  phases: number;
  phaseSeconds: number;
  isLoadedToo: boolean;
  signal?: AbortSignal;
}): Promise<KillersResult> {
  await using place = await makePlace();
  await using engine = await openEngine({
    index: place.index,
    refreshMs: 0,
    threads: 1,
    processes: 2,
    memoryBytesMax: 2 ** 29,
  });
  await using accounts = await openAccounts({ directory: place.accounts });
  const service = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits: unlimited });
  const run = new Run(service.url, accounts);
  const killer = await run.client();
  const honest = await Promise.all(Array.from({ length: honestCount }, () => run.client()));
  const times = { idle: { without: [], with: [] }, loaded: { without: [], with: [] } } as Record<
    'idle' | 'loaded',
    Record<'without' | 'with', number[]>
  >;
  for (const load of options.isLoadedToo ? (['idle', 'loaded'] as const) : (['idle'] as const)) {
    const burners = load === 'loaded' ? cpus().map(burn) : [];
    try {
      for (let phase = 0; phase < options.phases; phase++) {
        for (const kind of ['without', 'with'] as const) {
          options.signal?.throwIfAborted();
          const endsAt = performance.now() + options.phaseSeconds * 1_000;
          const asks = honest.map((client) => run.askUntil(client, endsAt, times[load][kind]));
          await Promise.all([...asks, kind === 'with' ? run.killUntil(killer, endsAt) : null]);
        }
      }
    } finally {
      for (const burner of burners) burner.kill('SIGKILL');
    }
  }
  const ledgerDifference = await run.ledgerDifference();
  const processesReplaced = engine.status().processes?.replaced ?? 0;
  await service.close();
  const [idle, loaded] = [figuresOf(times.idle), figuresOf(times.loaded)];
  return {
    machine: `${cpus().length} × ${cpus()[0]?.model}`,
    killers: run.killers,
    statuses: run.statuses,
    processesReplaced,
    idle,
    loaded,
    idleRatio: ratioOf(idle),
    loadedRatio: ratioOf(loaded),
    honestErrors: run.honestErrors,
    firstError: run.firstError,
    ledgerDifference,
    killersCharged: run.killersCharged,
  };
}

interface Client {
  readonly key: string;
  readonly accountKey: string;
  /** The sum of what its answers cost. */
  units: number;
}

class Run {
  readonly statuses: Record<string, number> = {};
  killers = 0;
  killersCharged = 0;
  honestErrors = 0;
  firstError: string | undefined;
  readonly #url: string;
  readonly #accounts: Accounts;
  readonly #clients: Client[] = [];
  #asked = 0;

  constructor(url: string, accounts: Accounts) {
    this.#url = url;
    this.#accounts = accounts;
  }

  async client(): Promise<Client> {
    const { key, accountKey } = await makeCustomer(this.#accounts);
    const client = { key, accountKey, units: 0 };
    this.#clients.push(client);
    return client;
  }

  async askUntil(client: Client, endsAt: number, times: number[]): Promise<void> {
    while (performance.now() < endsAt) {
      const number = ++this.#asked;
      const least = number % videos;
      // a new text each time: no cache answers
      const query = `SELECT count(*) AS n FROM videos WHERE play_count > ${least} AND play_count <> -${number}`;
      const startedAt = performance.now();
      const answer = await callSql(this.#url, client.key, { query });
      times.push(performance.now() - startedAt);
      client.units += answer?.paid?.units ?? 0;
      const { rows } = (answer?.body.data ?? {}) as { rows?: unknown };
      if (answer?.status !== 200 || !JSON.stringify(rows)?.includes(String(videos - least))) {
        this.honestErrors++;
        this.firstError ??= JSON.stringify(answer?.body ?? 'no answer').slice(0, 500);
      }
      await pause(thinkMs);
    }
  }

  async killUntil(client: Client, endsAt: number): Promise<void> {
    const asks: Promise<void>[] = [];
    for (; performance.now() < endsAt; await pause(1_000)) {
      const query = admittedKiller(++this.killers);
      asks.push(
        callSql(this.#url, client.key, { query, timeout_ms: 10_000 }).then((answer) => {
          const status = String(answer?.status ?? 'none');
          const units = answer?.paid?.units ?? 0;
          this.statuses[status] = (this.statuses[status] ?? 0) + 1;
          client.units += units;
          // what it reads is undefined: rarely its process survives it, and answers as any other
          if (status !== '200') this.killersCharged += units;
        }),
      );
    }
    await Promise.all(asks);
  }

  /** Units between the ledgers of all accounts and what their answers cost. */
  async ledgerDifference(): Promise<number> {
    let difference = 0;
    for (const { accountKey, units } of this.#clients) {
      const answer = await fetch(`${this.#url}/api/users/me/usage/summary`, {
        headers: { 'x-api-key': accountKey },
      });
      const { data } = (await answer.json()) as { data: { current_period_cost: string } };
      difference += Math.abs(Number(data.current_period_cost.replace(/[$.]/g, '')) - units);
    }
    return difference;
  }
}

/** A busy loop in a process of its own. */
function burn(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

function figuresOf(times: Record<'without' | 'with', number[]>): Record<'without' | 'with', Latency> {
  const latency = (ms: number[]): Latency => ({
    answers: ms.length,
    p50Ms: ms.length === 0 ? 0 : Number(quantile(ms, 0.5).toFixed(1)),
    p95Ms: ms.length === 0 ? 0 : Number(quantile(ms, 0.95).toFixed(1)),
  });
  return { without: latency(times.without), with: latency(times.with) };
}

function ratioOf(figures: Record<'without' | 'with', Latency>): number {
  return figures.without.p95Ms === 0 ? 0 : Number((figures.with.p95Ms / figures.without.p95Ms).toFixed(2));
}
