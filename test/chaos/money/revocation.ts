import { openAccounts } from '@sdq/accounts';
import { callSql } from '../service/call.ts';
import { makePlace } from '../service/place.ts';
import { startServiceProcess } from '../service/service-process.ts';

const giveUpMs = 10_000;

export interface RevocationResult {
  revocations: number;
  /** Keys that the process that revoked them took once more. */
  sameProcessTaken: number;
  /** From the answer to the revocation until the other process refuses. */
  otherProcessMsMedian: number;
  otherProcessMsMax: number;
}

/** Revokes keys on one process and asks with them on it and on another one that shares the database. */
export async function revocation(options: {
  revocations: number;
  databaseUrl?: string;
  signal?: AbortSignal;
}): Promise<RevocationResult> {
  await using place = await makePlace(options.databaseUrl);
  const keys: { keyId: string; key: string }[] = [];
  {
    await using accounts = await openAccounts({ directory: place.accounts, databaseUrl: place.databaseUrl });
    for (let i = 0; i < options.revocations; i++) {
      const { record, key } = await accounts.createKey(place.accountId, { name: `k${i}` });
      keys.push({ keyId: record.keyId, key });
    }
  }
  await using one = await startServiceProcess(place);
  await using two = await startServiceProcess(place);
  const other: number[] = [];
  let sameProcessTaken = 0;
  for (const { keyId, key } of keys) {
    options.signal?.throwIfAborted();
    // asked for what charges nothing: the reservation of a charge would notice at once
    const ask = async (url: string) =>
      (await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${key}` } })).status;
    if ((await ask(one.url)) !== 200 || (await ask(two.url)) !== 200)
      throw new Error('the key does not work');
    const revoked = await fetch(`${one.url}/api/users/me/api-keys/${keyId}`, {
      method: 'DELETE',
      headers: { 'x-api-key': place.accountKey },
    });
    if (revoked.status !== 200) throw new Error(`revocation answered ${revoked.status}`);
    const revokedAt = performance.now();
    if ((await ask(one.url)) !== 401) sameProcessTaken++;
    const charged = await callSql(two.url, key, { limit: 1 });
    if (charged?.status !== 401) throw new Error('a revoked key was charged');
    while ((await ask(two.url)) !== 401) {
      if (performance.now() - revokedAt > giveUpMs) break;
    }
    other.push(performance.now() - revokedAt);
  }
  other.sort((a, b) => a - b);
  return {
    revocations: options.revocations,
    sameProcessTaken,
    otherProcessMsMedian: other[Math.floor(other.length / 2)] ?? Number.NaN,
    otherProcessMsMax: other.at(-1) ?? Number.NaN,
  };
}
