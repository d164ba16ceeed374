import { join, resolve } from 'node:path';
import type { Context } from './context.ts';

/**
 * The data directory of a service:
 *
 *     index/            the sample index that `sdq start` builds
 *     index.building/   an unfinished sample index; deleted at the next start
 *     accounts/         accounts, keys, ledger, and the pepper
 *     data-secret       the secret of cursors and links; data-secret.former: those before it
 *     demo-keys.json    {account_key, api_key} of the demo account, mode 0600
 */
export interface Home {
  readonly directory: string;
  readonly index: string;
  readonly indexBuilding: string;
  readonly accounts: string;
  readonly demoKeys: string;
}

/** The directory that a flag names, else SDQ_HOME, else `.sdq` in the working directory. */
export function resolveHome(flag: string | undefined, environment: Context['environment']): Home {
  const directory = resolve(flag ?? (environment.SDQ_HOME || '.sdq'));
  return {
    directory,
    index: join(directory, 'index'),
    indexBuilding: join(directory, 'index.building'),
    accounts: join(directory, 'accounts'),
    demoKeys: join(directory, 'demo-keys.json'),
  };
}
