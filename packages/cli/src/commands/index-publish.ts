import { setTimeout as pause } from 'node:timers/promises';
import type { Publication } from '@sdq/replication';
import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '../arguments/duration.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { transferProgress } from '../replication/transfer-progress.ts';
import { Progress } from '../terminal/progress.ts';
import { bytesText, plural } from '../terminal/quantities.ts';

interface PublishFlags {
  index?: string;
  to: string;
  follow?: boolean;
  keep?: number;
  singlePublisher?: boolean;
  takeOver?: boolean;
  /** Of `--iceberg` and `--no-iceberg`; undefined without either. */
  iceberg?: boolean;
  icebergLocation?: string;
  catalog?: string;
  json?: boolean;
  quiet?: boolean;
}

/** Milliseconds between two looks at the local pointer with `--follow`. */
const lookMs = 500;

/** `sdq index publish`: makes the snapshot of an index the current one of an object store. */
export function registerIndexPublish(parent: Command, context: Context): void {
  parent
    .command('publish')
    .summary('publish the snapshot of an index to an object store')
    .description(
      'Upload the files of the current snapshot that the store does not have, then its manifest, then the pointer by a conditional write. Services with --mirror follow the store. An interrupted run is resumed by the next one. Credentials, region and endpoint are read from AWS_… variables and ~/.aws.',
    )
    .option(...indexOption)
    .requiredOption('--to <address>', 'the store: s3://BUCKET/PREFIX, or a directory')
    .option('--follow', 'keep publishing each new snapshot until it is stopped')
    .option(
      '--keep <duration>',
      'how long the store keeps what no longer belongs to the current snapshot (default: 24h)',
      parseDuration,
    )
    .option(
      '--single-publisher',
      'no other process publishes to this store: it may ignore conditions of writes',
    )
    .option('--take-over', 'replace a snapshot that was published from another index')
    .option(
      '--iceberg',
      'keep an Apache Iceberg table of each table beside the files, with the same rows; a store that has such tables keeps them without it',
    )
    .option('--no-iceberg', 'delete these tables from the store')
    .option(
      '--iceberg-location <uri>',
      'the address by which readers of these tables find the store (default: the store’s own)',
      parseLocation,
    )
    .addOption(catalogOption())
    .option('--json', 'print the report as JSON; with --follow one line for each snapshot')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index publish --index ./index --to s3://videos/index\n  sdq index publish --index ./index --to s3://videos/index --follow\n  sdq index publish --index ./index --to /mnt/shared/index --keep 7d\n  sdq index publish --index ./index --to s3://videos/index --iceberg',
    )
    .action(async (flags: PublishFlags) => {
      const { openStore, publishSnapshot } = await import('@sdq/replication');
      const { currentSnapshotId } = await import('@sdq/index');
      const index = resolveIndex(flags, context.environment);
      const { signal } = context;
      const tables = await tablesOf(flags.catalog);
      const store = await openStore(flags.to);
      const publish = async () => {
        const progress = new Progress(context.stderr, { quiet: flags.quiet });
        const publication = await publishSnapshot({
          index,
          store,
          isSinglePublisher: flags.singlePublisher,
          takesOver: flags.takeOver,
          keepMs: flags.keep,
          iceberg: flags.iceberg,
          icebergLocation: flags.icebergLocation,
          tables,
          signal,
          onProgress: (state) => progress.update(transferProgress('uploading', state)),
        }).finally(() => progress.end());
        await print(context, publication, flags);
      };
      try {
        await publish();
        if (flags.follow !== true) return;
        let published = await currentSnapshotId(index);
        for (;;) {
          await pause(lookMs, undefined, { signal });
          const current = await currentSnapshotId(index);
          if (current === published) continue;
          await publish();
          published = current;
        }
      } finally {
        store.close();
      }
    });
}

async function print(context: Context, publication: Publication, flags: PublishFlags): Promise<void> {
  const { snapshotId, isUnchanged, uploadedFiles, uploadedBytes, collected, openTables } = publication;
  if (flags.json === true) {
    const report = {
      snapshot_id: snapshotId,
      store: flags.to,
      unchanged: isUnchanged,
      files: publication.files,
      uploaded_files: uploadedFiles,
      uploaded_bytes: uploadedBytes,
      deleted: collected,
      ...(openTables !== undefined && {
        iceberg: {
          location: openTables.location,
          tables: openTables.tables,
          changed: openTables.changed,
          omitted_columns: openTables.omitted,
        },
      }),
    };
    if (flags.follow === true) await context.stdout.line(JSON.stringify(report));
    else await context.stdout.json(report);
    return;
  }
  const what = isUnchanged
    ? 'the store has it already'
    : `${plural(uploadedFiles, 'file')}, ${bytesText(uploadedBytes)} uploaded`;
  await context.stdout.line(`snapshot ${snapshotId}: ${what}`);
  if (collected.files + collected.snapshots > 0) {
    await context.stdout.line(
      `  deleted: ${plural(collected.snapshots, 'older snapshot')}, ${plural(collected.files, 'file')}, ${bytesText(collected.bytes)}`,
    );
  }
  if (openTables === undefined) return;
  const { changed, omitted, tables, location } = openTables;
  await context.stdout.line(
    `  Iceberg: ${plural(tables.length, 'table')} below ${location}/data, ${changed.length} changed`,
  );
  for (const { table, column, reason } of omitted)
    await context.stderr.line(`warning: the Iceberg table ${table} lacks the column ${column}: ${reason}`);
}

function parseLocation(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/./i.test(text)) return text;
  throw new InvalidArgumentError('It must be a URI, such as s3a://videos/index.');
}
