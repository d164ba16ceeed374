import type { Mirror } from '@sdq/replication';
import type { Context } from '../context.ts';
import { transferProgress } from '../replication/transfer-progress.ts';
import type { Settings } from '../settings/settings.ts';
import { Progress } from '../terminal/progress.ts';

interface MirrorLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
}

/**
 * Makes the index directory a mirror of the store at an address, and keeps it one. Resolves when a snapshot is here. Errors: those
 * of `Mirror.start`.
 */
export async function startMirror(
  context: Context,
  address: string,
  root: string,
  settings: Settings,
  log: MirrorLog,
  isLazy = settings.SDQ_MIRROR_LAZY,
): Promise<AsyncDisposable & Pick<Mirror, 'figures' | 'later'>> {
  const { Mirror, openStore } = await import('@sdq/replication');
  const store = await openStore(address);
  const progress = new Progress(context.stderr);
  try {
    const mirror = await Mirror.start({
      store,
      root,
      everyMs: settings.SDQ_MIRROR_SECONDS * 1_000,
      bytesMax: settings.SDQ_MIRROR_BYTES_MAX,
      isLazy,
      signal: context.signal,
      onProgress: (state) => progress.update(transferProgress('fetching', state)),
      onUpdate: ({ snapshotId, files, bytes }) =>
        log.info({ snapshot_id: snapshotId, files, bytes }, 'Snapshot mirrored'),
      onFailure: (error) => log.warn({ err: error }, 'The object store cannot be mirrored now'),
    }).finally(() => progress.end());
    return {
      get figures() {
        return mirror.figures;
      },
      later: mirror.later,
      async [Symbol.asyncDispose]() {
        await mirror[Symbol.asyncDispose]();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
