import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import { type BackupFile, damageOf, readBackupFile } from './backup-file.ts';
import { exists } from './create-backup.ts';

const shownMax = 20;

export interface BackupReport {
  backup: BackupFile;
  /** Null when the accounts are elsewhere. */
  accounts: number | null;
}

/**
 * Compares every file of a backup with its checksum, opens a copy of its accounts, checks the books, and opens the
 * index. The backup is unchanged. Errors: `file_missing`, `file_malformed`, `index_corrupt`.
 */
export async function verifyBackup(folder: string): Promise<BackupReport> {
  const backup = await readBackupFile(folder);
  const damage = await damageOf(folder, backup);
  if (damage.length > 0) throw damaged(`The backup is damaged`, damage);
  if (backup.snapshot_id !== null) {
    const { checkSizes, openSnapshot } = await import('@sdq/index');
    await checkSizes(await openSnapshot(join(folder, 'index')));
  }
  return { backup, accounts: await checkBooks(join(folder, 'home', 'accounts')) };
}

async function checkBooks(directory: string): Promise<number | null> {
  const parts = [join(directory, 'accounts.db'), join(directory, 'pepper')];
  if (!(await exists(parts[0] as string)) || !(await exists(parts[1] as string))) return null;
  const copy = await mkdtemp(join(tmpdir(), 'sdq-verify-'));
  try {
    await cp(directory, copy, { recursive: true });
    const { openAccounts } = await import('@sdq/accounts');
    await using accounts = await openAccounts({ directory: copy });
    const { disagreements, damage, accounts: count } = await accounts.verifyLedger();
    const found = [...damage, ...disagreements.map(({ accountId, what }) => `${accountId}: ${what} differs`)];
    if (found.length > 0) throw damaged('The books of the backup do not agree', found);
    return count;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function damaged(what: string, found: readonly string[]): AppError {
  const shown = found.slice(0, shownMax).map((text) => `\n  ${text}`);
  const more = found.length > shown.length ? `\n  and ${found.length - shown.length} more` : '';
  return new AppError('file_malformed', `${what}:${shown.join('')}${more}`, { hint: 'Use another backup' });
}
