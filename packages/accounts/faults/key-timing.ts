import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { openAccounts } from '../src/index.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Calls that are not counted. */
const warmUp = 2_000;
/** Letters shared. */
const lengths = [0, 1, 8, 16, 24, 29];

export interface KeyTimingResult {
  keys: number;
  /** The greatest of Welch's t below. */
  tMax: number;
  byLettersShared: Record<number, { storedUs: number; decoyUs: number; t: number }>;
}

/**
 * Times look-ups of wrong keys that share their first letters with a stored key, against ones that share as many with
 * a key that is not stored: texts that resemble one another are read faster, whatever is stored.
 */
export async function keyTiming(options: { keys: number }): Promise<KeyTimingResult> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-timing-'));
  const accounts = await openAccounts({ directory });
  const { account } = await accounts.createAccount({ name: 'K', email: 'k@example.org' });
  const { record, key } = await accounts.createKey(account.accountId, { name: 'k' });
  const decoy = wrongKey(key, 0);
  // made beforehand, and in no order: what was done just before must not show in the time
  const calls = Array.from({ length: options.keys }, () => {
    const [length = 0, isStored] = [lengths[randomInt(lengths.length)], randomInt(2) === 1];
    return { length, isStored, wrong: wrongKey(isStored ? key : decoy, length) };
  });
  const samples = new Map(
    lengths.map((length) => [length, { stored: [] as number[], decoy: [] as number[] }]),
  );
  for (const [i, { length, isStored, wrong }] of calls.entries()) {
    const startedAt = process.hrtime.bigint();
    const { ok } = await accounts.authenticate(wrong);
    const tookUs = Number(process.hrtime.bigint() - startedAt) / 1_000;
    if (ok) throw new Error(`a wrong key was recognised as ${record.keyId}`);
    if (i >= warmUp) samples.get(length)?.[isStored ? 'stored' : 'decoy'].push(tookUs);
  }
  await accounts.close();
  await rm(directory, { recursive: true, force: true });
  const byLettersShared = Object.fromEntries(
    [...samples].map(([length, times]) => {
      // what is far out is the machine's doing, the same for all
      const [stored, decoys] = [trim(times.stored), trim(times.decoy)];
      return [length, { storedUs: mean(stored), decoyUs: mean(decoys), t: welchT(decoys, stored) }];
    }),
  );
  const tMax = Math.max(...Object.values(byLettersShared).map(({ t }) => Math.abs(t)));
  return { keys: options.keys, tMax, byLettersShared };
}

function wrongKey(key: string, shared: number): string {
  const random = Array.from({ length: 30 }, () => base62[randomInt(base62.length)]).join('');
  const body = key.slice(0, 'sdq_live_'.length + shared) + random.slice(shared);
  let rest = crc32(body);
  let checksum = '';
  for (let i = 0; i < 6; i++) {
    checksum = base62[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  // one flat text, as a request's header is: a text put together of parts is read more slowly
  const wrong = Buffer.from(body + checksum).toString('latin1');
  return wrong === key ? wrongKey(key, shared) : wrong;
}

function trim(times: number[]): number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.slice(0, Math.floor(sorted.length * 0.9));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function welchT(left: readonly number[], right: readonly number[]): number {
  const [a, b] = [mean(left), mean(right)];
  const variance = (values: readonly number[], of: number) =>
    values.reduce((sum, value) => sum + (value - of) ** 2, 0) / (values.length - 1) / values.length;
  const spread = Math.sqrt(variance(left, a) + variance(right, b));
  return spread === 0 ? 0 : (b - a) / spread;
}
