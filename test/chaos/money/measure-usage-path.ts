import type { Accounts } from '@sdq/accounts';
import { makeCustomer, reservationOf, settlementOf } from '../../support/customer.ts';

/** What one charged request adds: recognising its key, the reservation, the charge; in milliseconds. */
async function charge(accounts: Accounts, key: string, requestId: string): Promise<number[]> {
  const startedAt = performance.now();
  const who = await accounts.authenticate(key);
  if (!who.ok) throw new Error(`the key is ${who.reason}`);
  const recognisedAt = performance.now();
  const reserved = await accounts.reserve(reservationOf(who.principal, requestId));
  if (!reserved.ok) throw new Error(reserved.reason);
  const reservedAt = performance.now();
  const lineItems = [{ item: 'records', quantity: 3, unitsEach: 1, units: 3 }];
  await accounts.settle({ ...settlementOf(requestId, 3), lineItems });
  return [recognisedAt - startedAt, reservedAt - recognisedAt, performance.now() - reservedAt];
}

let run = 0;

/** Accounts with a key each, rich enough for any run. */
export async function makeCustomers(accounts: Accounts, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < count; i++) {
    keys.push((await makeCustomer(accounts)).key);
  }
  return keys;
}

/** Charged requests per second, with so many clients that each sends its next request when the last is charged. */
export async function measureThroughput(
  accounts: Accounts,
  keys: readonly string[],
  options: { clients: number; seconds: number },
): Promise<number> {
  run++;
  const endsAt = performance.now() + options.seconds * 1_000;
  let charged = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: options.clients }, async (_, client) => {
      for (let i = 0; performance.now() < endsAt; i++) {
        await charge(accounts, keys[client % keys.length] ?? '', `req_${run}_${client}_${i}`);
        charged++;
      }
    }),
  );
  return charged / ((performance.now() - startedAt) / 1_000);
}

export interface Latency {
  requests: number;
  medianMs: number;
  p99Ms: number;
}

/** What the usage path adds to a request, at so many requests a second that arrive at random. */
export async function measureLatency(
  accounts: Accounts,
  keys: readonly string[],
  options: { requestsPerSecond: number; seconds: number },
): Promise<Latency> {
  run++;
  const count = options.requestsPerSecond * options.seconds;
  const startedAt = performance.now();
  let dueAt = startedAt;
  const addedMs: number[] = [];
  const running: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    dueAt += -Math.log(1 - Math.random()) * (1_000 / options.requestsPerSecond);
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const sentAt = performance.now();
    running.push(
      charge(accounts, keys[i % keys.length] ?? '', `req_${run}_${i}`).then(() => {
        addedMs.push(performance.now() - sentAt);
      }),
    );
  }
  await Promise.all(running);
  addedMs.sort((a, b) => a - b);
  const at = (share: number) => addedMs[Math.floor(addedMs.length * share)] ?? 0;
  return { requests: count, medianMs: at(0.5), p99Ms: at(0.99) };
}

/** Medians of requests that come one after the other, and the processor's time for each. */
export interface OneByOne {
  requests: number;
  medianMs: number;
  keyMs: number;
  reserveMs: number;
  settleMs: number;
  processorMs: number;
}

/** The same without any crowd: each request begins a millisecond after the one before has ended. */
export async function measureOneByOne(
  accounts: Accounts,
  key: string,
  options: { requests: number },
): Promise<OneByOne> {
  run++;
  const parts: number[][] = [];
  let processorUs = 0;
  for (let i = 0; i < options.requests; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const before = process.cpuUsage();
    parts.push(await charge(accounts, key, `req_${run}_${i}`));
    const { user, system } = process.cpuUsage(before);
    processorUs += user + system;
  }
  const medianOf = (msOf: (each: number[]) => number) =>
    parts.map(msOf).toSorted((a, b) => a - b)[Math.floor(parts.length / 2)] ?? Number.NaN;
  return {
    requests: options.requests,
    medianMs: medianOf((each) => each.reduce((sum, ms) => sum + ms, 0)),
    keyMs: medianOf(([keyMs = 0]) => keyMs),
    reserveMs: medianOf(([, reserveMs = 0]) => reserveMs),
    settleMs: medianOf(([, , settleMs = 0]) => settleMs),
    processorMs: processorUs / 1_000 / options.requests,
  };
}
