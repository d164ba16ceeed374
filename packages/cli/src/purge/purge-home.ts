import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { accountsOptions } from '../accounts/accounts-options.ts';
import type { Context } from '../context.ts';
import type { Home } from '../home.ts';
import { readSettings } from '../settings/read-settings.ts';

/** What a data directory no longer holds. */
export interface PurgedHome {
  readonly spool_lines: number;
  readonly media_files: number;
  /** Kept results of shares, read tokens and schedules, and retained responses: all that were read before. */
  readonly kept_results: number;
  readonly retained_answers: number;
  /** What it still holds, and why. */
  readonly unreached: readonly string[];
}

/** Deletes what the data directory of a service holds of removed records. Errors: those of `openAccounts`. */
export async function purgeHome(
  context: Context,
  home: Home,
  gone: readonly { readonly table: string; readonly key: string }[],
  platform: string,
): Promise<PurgedHome> {
  const { environment } = context;
  const settings = readSettings(environment);
  const { purgeMedia, purgeSpool } = await import('@sdq/platforms');
  const keys = new Set(gone.map(({ key }) => key));
  const spool = await purgeSpool(join(home.directory, 'spool'), keys);
  const media = await purgeMedia(settings.SDQ_MEDIA_DIR ?? join(home.directory, 'media'), platform, keys);
  const unreached = spool.open.map((path) => `${path}: a running service writes it, and merges it later`);
  const hasAccounts = settings.DATABASE_URL !== undefined || (await isThere(home.accounts));
  if (!hasAccounts)
    return { spool_lines: spool.lines, media_files: media, kept_results: 0, retained_answers: 0, unreached };
  const { openAccounts } = await import('@sdq/accounts');
  await using accounts = await openAccounts(accountsOptions(home.accounts, environment));
  const { results, answers, isErased } = await accounts.withdrawResults();
  if (!isErased)
    unreached.push(`${home.accounts}: the log of the account database is read by a running service`);
  return {
    spool_lines: spool.lines,
    media_files: media,
    kept_results: results,
    retained_answers: answers,
    unreached,
  };
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
