import type { Command } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { transferProgress } from '../replication/transfer-progress.ts';
import { Progress } from '../terminal/progress.ts';
import { bytesText, plural } from '../terminal/quantities.ts';

interface MirrorFlags {
  index?: string;
  from: string;
  follow?: boolean;
  every: number;
  maxBytes?: number;
  json?: boolean;
  quiet?: boolean;
}

/** `sdq index mirror`: brings the snapshot of an object store to this machine. */
export function registerIndexMirror(parent: Command, context: Context): void {
  parent
    .command('mirror')
    .summary('bring the snapshot of an object store to this machine')
    .description(
      'Fetch the files of the published snapshot that are not here, check their SHA-256, then move the local pointer. Nothing else writes to a mirror. An interrupted run is resumed by the next one. To serve a mirror use sdq serve --mirror.',
    )
    .option(...indexOption)
    .requiredOption('--from <address>', 'the store: s3://BUCKET/PREFIX, or a directory')
    .option('--follow', 'keep following the store until it is stopped')
    .option(
      '--every <seconds>',
      'with --follow: time between two looks at the store',
      wholeNumber(1, 86_400),
      2,
    )
    .option(
      '--max-bytes <size>',
      'largest snapshot that is taken, such as 50GB (default: what the disk has)',
      parseByteSize,
    )
    .option('--json', 'print the report as JSON; with --follow one line for each snapshot')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index mirror --from s3://videos/index --index ./mirror\n  sdq index mirror --from /mnt/shared/index --index ./mirror --follow',
    )
    .action(async (flags: MirrorFlags) => {
      const { Mirror, mirrorSnapshot, openStore } = await import('@sdq/replication');
      const root = resolveIndex(flags, context.environment);
      const { signal } = context;
      const store = await openStore(flags.from);
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      const print = async (mirrored: {
        snapshotId: string;
        files?: number;
        bytes?: number;
        state: string;
      }) => {
        const { snapshotId, files = 0, bytes = 0, state } = mirrored;
        const report = { snapshot_id: snapshotId, state, fetched_files: files, fetched_bytes: bytes };
        if (flags.json === true && flags.follow !== true) await context.stdout.json(report);
        else if (flags.json === true) await context.stdout.line(JSON.stringify(report));
        else await context.stdout.line(`snapshot ${snapshotId}: ${described(mirrored)}`);
      };
      const onProgress = (state: Parameters<typeof transferProgress>[1]) =>
        progress.update(transferProgress('fetching', state));
      const given = { store, root, bytesMax: flags.maxBytes, signal, onProgress };
      try {
        if (flags.follow === true) {
          await using mirror = await Mirror.start({
            ...given,
            everyMs: flags.every * 1_000,
            onUpdate: (updated) => {
              progress.end();
              void print(updated);
            },
            onFailure: (error) => void context.stderr.line(`warning: ${(error as Error).message}`),
          });
          await mirror.stopped;
          signal.throwIfAborted();
        } else {
          const mirrored = await mirrorSnapshot(given).finally(() => progress.end());
          if (mirrored.state === 'empty')
            await context.stdout.line(`There is no snapshot in ${store.address}`);
          else await print(mirrored);
        }
      } finally {
        store.close();
      }
    });
}

function described({
  state,
  files = 0,
  bytes = 0,
}: {
  state: string;
  files?: number;
  bytes?: number;
}): string {
  if (state === 'current') return 'is here already';
  if (state === 'stale') return 'was here before a newer one; the newer one stays';
  return `${plural(files, 'file')}, ${bytesText(bytes)} fetched`;
}
