import { openAccounts } from '@sdq/accounts';
import { type Called, callSql } from '../service/call.ts';
import { makePlace } from '../service/place.ts';
import { startServiceProcess } from '../service/service-process.ts';

export interface DuplicatesResult {
  keys: number;
  requests: number;
  /** Answers whose body is not that of their key's first answer. */
  otherBodies: number;
  /** Idempotency keys that were charged more than once, or not at all. */
  chargedTwice: number;
  notCharged: number;
  /** Answers to the same key with another request that were not 422. */
  reuseNotRefused: number;
}

const atOnce = 16;

/** Sends the same named requests again and again, at the same time and after the service was killed. */
export async function duplicates(options: {
  keys: number;
  perKey: number;
  signal?: AbortSignal;
}): Promise<DuplicatesResult> {
  await using place = await makePlace();
  const bodies = new Map<string, Set<string>>();
  const body = { limit: 3 };
  const names = Array.from({ length: options.keys }, (_, i) => `name-${i}`);
  let requests = 0;

  /** Until it is answered: 409 says that another of the same name runs. */
  const send = async (url: string, name: string, limit = body.limit): Promise<Called> => {
    for (;;) {
      options.signal?.throwIfAborted();
      requests++;
      const query = `SELECT video_id AS "${name}" FROM videos`; // of its own, since rows are paid once
      const called = await callSql(url, place.key, { query, limit }, { 'idempotency-key': name });
      if (called?.status !== 409) return called;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const sendAll = async (url: string, times: number) => {
    const work = Array.from({ length: times }, () => names).flat();
    const worker = async () => {
      for (let name = work.pop(); name !== undefined; name = work.pop()) {
        const called = await send(url, name);
        const known = bodies.get(name) ?? new Set();
        bodies.set(name, known.add(JSON.stringify(called?.body)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };

  await using before = await startServiceProcess(place);
  await sendAll(before.url, Math.ceil(options.perKey / 2));
  await before.kill();
  await using after = await startServiceProcess(place);
  await sendAll(after.url, Math.floor(options.perKey / 2));
  const reused = await Promise.all(names.slice(0, 20).map((name) => send(after.url, name, 4)));
  await after.kill();
  await using accounts = await openAccounts({ directory: place.accounts });
  const totals = await accounts.usageTotals(place.accountId);
  const charged = totals.units / body.limit;
  return {
    keys: options.keys,
    requests,
    otherBodies: [...bodies.values()].reduce((sum, { size }) => sum + size - 1, 0),
    chargedTwice: Math.max(0, charged - options.keys),
    notCharged: Math.max(0, options.keys - charged),
    reuseNotRefused: reused.filter((called) => called?.status !== 422).length,
  };
}
