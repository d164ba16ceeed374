import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { accountsOptions, isPrivateWebhookAllowed, isSignupOpen } from '../accounts/accounts-options.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import type { Context } from '../context.ts';
import { reportFailure } from '../report-failure.ts';
import { assertAddressFree, type ListenAddress } from './listen-address.ts';

const parseMergeSeconds = wholeNumber(1, 86_400);

export interface ServiceOptions extends ListenAddress {
  index: string;
  accountsDirectory: string;
  /** Called once the service answers, with its address. */
  onReady(url: string): Promise<void>;
}

/**
 * Serves until the first Ctrl-C or SIGTERM, then lets running requests end and closes everything.
 * Errors: `address_unavailable`, `index_missing`, `index_corrupt`.
 */
export async function runService(context: Context, options: ServiceOptions): Promise<void> {
  await assertAddressFree(options);
  const [{ openEngine }, { openAccounts }, { startService }, platformsPackage] = await Promise.all([
    import('@sdq/core'),
    import('@sdq/accounts'),
    import('@sdq/server'),
    import('@sdq/platforms'),
  ]);
  await using engine = await openEngine({ index: options.index });
  const { environment } = context;
  const failures = (error: unknown) => void reportFailure(error, context.stderr, false);
  await using accounts = await openAccounts({
    ...accountsOptions(options.accountsDirectory, environment),
    onError: failures,
  });
  const { host, port } = options;
  const { configuredSources, directoryStore, loadSecret, readPlatformFacts, WriteThrough } = platformsPackage;
  const home = dirname(options.accountsDirectory);
  await using writeThrough = await WriteThrough.open({
    index: options.index,
    directory: join(home, 'spool'),
    everyMs: mergeEveryMs(environment.WRITE_THROUGH_SECONDS),
    onError: failures,
  });
  const service = await startService({
    engine,
    accounts,
    host,
    port,
    platforms: await readPlatformFacts(options.index),
    data: {
      sources: configuredSources(environment, {
        keep: (observations) => writeThrough.keep(observations),
        onAlarm: ({ driver, op, share }) =>
          failures(new Error(`${driver}: ${Math.round(share * 100)} % of ${op} cannot be read any more`)),
      }),
      writeThrough,
      media: directoryStore(environment.MEDIA_DIR || join(home, 'media')),
      secret: await loadSecret(join(home, 'data-secret'), environment.SDQ_PEPPER),
    },
    isSignupOpen: isSignupOpen(environment),
    allowPrivateWebhooks: isPrivateWebhookAllowed(environment),
  });
  try {
    await options.onReady(service.url);
    if (!context.signal.aborted) await once(context.signal, 'abort');
  } finally {
    await service.close();
  }
}

/** How often what drivers fetched is merged into the index. Errors: `usage_error`. */
function mergeEveryMs(seconds: string | undefined): number {
  return parseMergeSeconds(seconds || '900') * 1_000;
}
