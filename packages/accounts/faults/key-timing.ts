import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { openAccounts } from '../src/index.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const groups = [0, 8, 16, 24, 29];

export interface KeyTimingResult {
  keys: number;
  /** The greatest of Welch's t between keys that share nothing with a stored one and keys that share more and more. */
  tMax: number;
  bySharedLetters: Record<number, { meanUs: number; t: number }>;
}

/** Times look-ups of wrong keys, with right checksums, that share their first letters with a stored key. */
export async function keyTiming(options: { keys: number }): Promise<KeyTimingResult> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-timing-'));
  const accounts = await openAccounts({ directory });
  const { account } = await accounts.createAccount({ name: 'K', email: 'k@example.org' });
  const { key } = await accounts.createKey(account.accountId, { name: 'k' });
  const samples = new Map<number, number[]>(groups.map((shared) => [shared, []]));
  for (let i = 0; i < options.keys; i++) {
    const shared = groups[i % groups.length] ?? 0;
    const wrong = wrongKey(key, shared);
    const startedAt = process.hrtime.bigint();
    const { ok } = await accounts.authenticate(wrong);
    const tookUs = Number(process.hrtime.bigint() - startedAt) / 1_000;
    if (ok) throw new Error('a wrong key was recognised');
    if (i >= 1_000) samples.get(shared)?.push(tookUs);
  }
  await accounts.close();
  await rm(directory, { recursive: true, force: true });
  // what is far out is the machine's doing, the same for all
  const trimmed = new Map([...samples].map(([shared, times]) => [shared, trim(times)]));
  const none = trimmed.get(0) ?? [];
  const bySharedLetters = Object.fromEntries(
    [...trimmed].map(([shared, times]) => [shared, { meanUs: mean(times), t: welchT(none, times) }]),
  );
  const tMax = Math.max(...Object.values(bySharedLetters).map(({ t }) => Math.abs(t)));
  return { keys: options.keys, tMax, bySharedLetters };
}

function wrongKey(key: string, shared: number): string {
  let secret = key.slice('sdq_live_'.length, 'sdq_live_'.length + shared);
  while (secret.length < 30) secret += base62[randomInt(base62.length)];
  const body = `sdq_live_${secret}`;
  let rest = crc32(body);
  let checksum = '';
  for (let i = 0; i < 6; i++) {
    checksum = base62[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return body + checksum === key ? wrongKey(key, shared) : body + checksum;
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
