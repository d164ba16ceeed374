import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The kind of a key, which its prefix shows to people, secret scanners and log redaction:
 * `sdq_live_` and `sdq_test_` read data, `sdq_acct_` manages an account, `sdq_admin_` belongs to the operator,
 * `sdq_read_` reads one saved query.
 */
export const keyKinds = ['live', 'test', 'acct', 'admin', 'read'] as const;

/** The key of a `job`, a schedule, opens nothing: nobody has it, and it is only charged. */
export type KeyKind = (typeof keyKinds)[number] | 'job';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 30 base62 characters have 178 random bits. */
const secretLength = 30;
const checksumLength = 6;
const pattern = /^sdq_(live|test|acct|admin|read)_[0-9A-Za-z]{36}$/;
/** Characters of the secret that a masked key shows at its start and end. */
const shownLength = 4;

/** A new key: `sdq_<kind>_`, 30 random characters, 6 checksum characters. */
export function makeKey(kind: KeyKind): string {
  let secret = '';
  for (let i = 0; i < secretLength; i++) secret += base62[randomInt(base62.length)];
  const body = `sdq_${kind}_${secret}`;
  return body + checksumOf(body);
}

/** The kind of a key; undefined when the text is not a key or its checksum is wrong. Needs no database lookup. */
export function readKey(text: string): { kind: KeyKind } | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  if (checksumOf(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return undefined;
  return { kind: match[1] as KeyKind };
}

/** The part of a key that may be shown and stored: its kind and four characters. */
export function prefixOf(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + shownLength);
}

export function last4Of(key: string): string {
  return key.slice(-shownLength);
}

/** The masked form of a key in lists. */
export function maskKey(prefix: string, last4: string): string {
  return `${prefix}…${last4}`;
}

/** CRC-32 of the text before it, as base62 digits. It detects typing errors and is not a security feature. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = base62[rest % base62.length] + digits;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}
