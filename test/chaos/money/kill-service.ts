import { openAccounts } from '@sdq/accounts';
import { inLanes } from '../lanes.ts';
import { callSql, type Paid } from '../service/call.ts';
import { type ChaosPlace, makePlace } from '../service/place.ts';
import { startServiceProcess } from '../service/service-process.ts';

const requestsPerSecond = 50;
const killWithinMs = 800;

export interface KillResult {
  kills: number;
  answered: number;
  /** Answers with 200 that arrived whole and have no line of that cost in the ledger. */
  lost: number;
  /** Requests with more than one line. */
  double: number;
  /** Lines charged for requests whose answer nobody got, and the most such requests that ran at a kill. */
  chargedUnseen: number;
  inFlightAtKills: number;
  /** Credits less charges, less the balance. */
  difference: number;
  reservedUnits: number;
}

/**
 * Kills a service under load, again and again, and compares what its callers saw with the ledger. On SQLite one for each
 * processor at the same time, each with a ledger of its own.
 */
export async function killService(options: {
  kills: number;
  databaseUrl?: string;
  signal?: AbortSignal;
}): Promise<KillResult> {
  const { kills, databaseUrl } = options;
  if (databaseUrl !== undefined) return await killOften(options);
  const parts = await inLanes(async (lane, lanes) => {
    const own = Math.floor(kills / lanes) + (lane < kills % lanes ? 1 : 0);
    return await killOften({ ...options, kills: own });
  });
  const sum = (name: keyof KillResult) => parts.reduce((total, part) => total + part[name], 0);
  return {
    kills: sum('kills'),
    answered: sum('answered'),
    lost: sum('lost'),
    double: sum('double'),
    chargedUnseen: sum('chargedUnseen'),
    inFlightAtKills: sum('inFlightAtKills'),
    difference: sum('difference'),
    reservedUnits: sum('reservedUnits'),
  };
}

async function killOften(options: {
  kills: number;
  databaseUrl?: string;
  signal?: AbortSignal;
}): Promise<KillResult> {
  await using place = await makePlace(options.databaseUrl);
  const seen: Paid[] = [];
  let inFlightAtKills = 0;
  for (let i = 0; i < options.kills; i++) {
    options.signal?.throwIfAborted();
    inFlightAtKills += await killOnce(place, seen);
  }
  return { ...(await audit(place, seen)), kills: options.kills, answered: seen.length, inFlightAtKills };
}

/** Runs a service under load until it is killed; says how many requests ran then. */
async function killOnce(place: ChaosPlace, seen: Paid[]): Promise<number> {
  await using service = await startServiceProcess(place);
  let inFlight = 0;
  const calls: Promise<void>[] = [];
  const send = async () => {
    inFlight++;
    const limit = 1 + Math.floor(Math.random() * 20);
    const called = await callSql(service.url, place.key, { query: 'SELECT video_id FROM videos', limit });
    inFlight--;
    if (called?.paid !== undefined) seen.push(called.paid);
  };
  const load = setInterval(() => calls.push(send()), 1_000 / requestsPerSecond);
  await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * killWithinMs));
  const running = inFlight;
  clearInterval(load);
  await service.kill();
  await Promise.all(calls);
  return running;
}

/** Compares what callers saw with the ledger. */
export async function audit(place: ChaosPlace, seen: readonly Paid[]) {
  await using accounts = await openAccounts({ directory: place.accounts, databaseUrl: place.databaseUrl });
  await accounts.releaseAbandoned();
  const ledger = new Map<string, number>();
  let double = 0;
  let after: { createdAt: Date; requestId: string } | undefined;
  for (;;) {
    const page = await accounts.listUsage(place.accountId, { limit: 1_000, after });
    for (const line of page) {
      if (ledger.has(line.requestId)) double++;
      if (line.state === 'settled') ledger.set(line.requestId, line.units);
    }
    after = page.at(-1);
    if (page.length < 1_000) break;
  }
  const account = await accounts.findAccount(place.accountId);
  const charged = [...ledger.values()].reduce((sum, units) => sum + units, 0);
  const told = new Set(seen.map(({ requestId }) => requestId));
  return {
    lost: seen.filter(({ requestId, units }) => ledger.get(requestId) !== units).length,
    double,
    chargedUnseen: [...ledger.keys()].filter((id) => !told.has(id)).length,
    difference: Math.abs(place.creditUnits - charged - (account?.balanceUnits ?? Number.NaN)),
    reservedUnits: account?.reservedUnits ?? Number.NaN,
  };
}
