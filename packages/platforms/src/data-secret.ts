import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, createFile, replaceFile } from '@sdq/contract';
import { SigningSecrets } from './signing-secrets.ts';

/**
 * The data secret signs cursors and links. It is a file of 32 bytes, mode 0600; the secrets that signed before are in the
 * file `data-secret.former` beside it, the newest first, until they are retired.
 */
const secretBytes = 32;
const secretMode = { mode: 0o600 };
/** Former secrets that are accepted at once. */
const formerMax = 3;
/** How often a service looks whether the files have changed. */
const lookEveryMs = 1_000;
/** How long a cursor is valid, the longest of what is signed. */
export const signedForMs = 8 * 86_400_000;

/**
 * The secrets of a file, which is created at first use. A change of the files takes effect within a second, and at once
 * for what was signed with a secret that is not known yet. Errors: `file_malformed`.
 */
export async function openDataSecret(path: string): Promise<SigningSecrets> {
  await createMissing(path);
  let known = readNow(path);
  let [lookedAt, version] = [performance.now(), versionOf(path)];
  return new SigningSecrets((isStale) => {
    if (!isStale && performance.now() - lookedAt < lookEveryMs) return known;
    lookedAt = performance.now();
    const present = versionOf(path);
    if (present === version) return known;
    try {
      known = readNow(path);
      version = present;
    } catch {
      // what is known stays valid; the next start reports the damage
    }
    return known;
  });
}

/** What `sdq secret status` tells. */
export interface DataSecretUse {
  createdAt: Date;
  /** Former secrets that are accepted. */
  former: number;
  /** When all that the former ones signed has expired; null without any. */
  retirableAt: Date | null;
}

/** Undefined before the first start of a service. Errors: `file_malformed`. */
export async function describeDataSecret(path: string): Promise<DataSecretUse | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  const former = readNow(path).length - 1;
  const retirableAt = former === 0 ? null : new Date(found.mtimeMs + signedForMs);
  return { createdAt: found.mtime, former, retirableAt };
}

/**
 * Replaces the secret while services run; what the former one signed stays valid. After a crash, a further call
 * replaces it again, and loses none. Errors: `usage_error` when too many former secrets are accepted.
 */
export async function rotateDataSecret(path: string): Promise<void> {
  await createMissing(path);
  const accepted = readNow(path);
  if (accepted.length > formerMax) {
    throw new AppError('usage_error', `${formerMax} former data secrets are accepted, which is the maximum`, {
      hint: 'Retire them first: sdq secret retire',
    });
  }
  // In this order, each secret that has signed is in one of the files at any moment.
  await replaceFile(formerPath(path), Buffer.concat(accepted), secretMode);
  await replaceFile(path, randomBytes(secretBytes), secretMode);
}

/** Ends the acceptance of former secrets; returns how many there were. */
export async function retireDataSecrets(path: string): Promise<number> {
  const { former = 0 } = (await describeDataSecret(path)) ?? {};
  await rm(formerPath(path), { force: true });
  return former;
}

function formerPath(path: string): string {
  return `${path}.former`;
}

function versionOf(path: string): string {
  return [path, formerPath(path)]
    .map((each) => {
      const found = statSync(each, { throwIfNoEntry: false });
      return found === undefined ? '' : `${found.ino}/${found.mtimeMs}/${found.size}`;
    })
    .join();
}

/** The secret of the file, then the former ones without repetition. */
function readNow(path: string): Buffer[] {
  const secret = readFileSync(path);
  if (secret.length !== secretBytes) throw malformed(path);
  const secrets = [secret];
  const hasFormer = statSync(formerPath(path), { throwIfNoEntry: false }) !== undefined;
  const former = hasFormer ? readFileSync(formerPath(path)) : Buffer.alloc(0);
  if (former.length % secretBytes !== 0) throw malformed(formerPath(path));
  for (let at = 0; at < former.length; at += secretBytes) {
    const each = former.subarray(at, at + secretBytes);
    if (!secrets.some((known) => known.equals(each))) secrets.push(each);
  }
  return secrets;
}

function malformed(path: string): AppError {
  return new AppError('file_malformed', `"${path}" does not contain secrets of ${secretBytes} bytes`, {
    hint: 'Restore it from a backup, or delete the file to create a new one: cursors and links of before end then',
  });
}

async function createMissing(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if ((await stat(path).catch(() => undefined)) !== undefined) return;
  await createFile(path, randomBytes(secretBytes), secretMode);
}
