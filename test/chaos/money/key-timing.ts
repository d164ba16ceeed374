import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { openAccounts } from '@sdq/accounts';
import { makeCustomer } from '../../support/customer.ts';
import { mean, trim, welchT } from '../../support/welch.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Letters of a key that are secret. One that shares all of them is the key itself, or has a wrong checksum. */
const secretLength = 30;
/** Calls that are not counted. */
const warmUp = 2_000;

export interface KeyTimingResult {
  keys: number;
  /** The greatest of Welch's t between stored and decoy, for each number of letters shared and over all of them. */
  tMax: number;
  tOverall: number;
  /**
   * Welch's t between texts that share most letters and ones that share few: the time that depends on what was asked
   * before, which callers know anyway. The same for stored and decoy, it says nothing about what is stored.
   */
  tByLettersOfStored: number;
  tByLettersOfDecoy: number;
  storedUs: number;
  decoyUs: number;
}

/**
 * Times look-ups of wrong keys that share their first 0 to 29 letters with a stored key, against ones that share as many
 * with a key that is not stored; the owner of the stored key uses it all the while. Letters that came just before are
 * read some nanoseconds faster, because the tables of the checksum are in the processor's cache: so a text that shares
 * many letters with the others is faster than one that shares few, whatever is stored. What a caller must not see is
 * a difference between stored and not stored.
 */
export async function keyTiming(options: { keys: number; signal?: AbortSignal }): Promise<KeyTimingResult> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-timing-'));
  const accounts = await openAccounts({ directory });
  const { key, keyId } = await makeCustomer(accounts);
  const decoy = wrongKey(key, 0);
  // made beforehand, and in no order: what was done just before must not show in the time
  const calls = Array.from({ length: options.keys + warmUp }, () => {
    const [shared, isStored] = [randomInt(secretLength), randomInt(2) === 1];
    return {
      shared,
      isStored,
      isOwnerAtWork: randomInt(2) === 1,
      wrong: wrongKey(isStored ? key : decoy, shared),
    };
  });
  const times = Array.from({ length: secretLength }, () => ({
    stored: [] as number[],
    decoy: [] as number[],
  }));
  for (const [i, { shared, isStored, isOwnerAtWork, wrong }] of calls.entries()) {
    options.signal?.throwIfAborted();
    if (isOwnerAtWork) await accounts.authenticate(key);
    const startedAt = process.hrtime.bigint();
    const { ok } = await accounts.authenticate(wrong);
    const tookUs = Number(process.hrtime.bigint() - startedAt) / 1_000;
    if (ok) throw new Error(`a wrong key was recognised as ${keyId}`);
    if (i >= warmUp) times[shared]?.[isStored ? 'stored' : 'decoy'].push(tookUs);
  }
  await accounts.close();
  await rm(directory, { recursive: true, force: true });
  return { keys: options.keys, ...compare(times) };
}

function compare(times: readonly Record<'stored' | 'decoy', number[]>[]): Omit<KeyTimingResult, 'keys'> {
  const those = (kind: 'stored' | 'decoy', from = 0, to = secretLength) =>
    trim(times.slice(from, to).flatMap((each) => each[kind]));
  const third = secretLength / 3;
  const byLetters = (kind: 'stored' | 'decoy') =>
    welchT(those(kind, 0, third), those(kind, 2 * third, secretLength));
  const tOverall = welchT(those('decoy'), those('stored'));
  const tEach = times.map(({ stored, decoy }) => Math.abs(welchT(trim(decoy), trim(stored))));
  return {
    tMax: Math.max(Math.abs(tOverall), ...tEach),
    tOverall,
    tByLettersOfStored: byLetters('stored'),
    tByLettersOfDecoy: byLetters('decoy'),
    storedUs: mean(those('stored')),
    decoyUs: mean(those('decoy')),
  };
}

function wrongKey(key: string, shared: number): string {
  const random = Array.from({ length: secretLength }, () => base62[randomInt(base62.length)]).join('');
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
