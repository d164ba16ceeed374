import { AppError } from '@sdq/contract';
import type { AddOptions, AddReport } from '@sdq/ingest';
import type { Context } from '../context.ts';
import { plural } from '../terminal/quantities.ts';
import { ingestAsJson, postponedLines } from './describe-ingest.ts';

export interface FollowFlags {
  readonly build: boolean;
  readonly json?: boolean;
}

/**
 * Imports what comes, and prints a line for each batch: with `--json` its report, in one line. Segments are built while the next batches
 * come.
 */
export async function follow(
  { files, memoryBytesMax, ...options }: AddOptions & { memoryBytesMax?: number | undefined },
  flags: FollowFlags,
  context: Context,
): Promise<void> {
  const [source, ...others] = files;
  if (source === undefined || others.length > 0) {
    throw new AppError('usage_error', 'One folder, or "-" for standard input, can be followed', {
      hint: 'Start one command for each folder: they wait for each other.',
    });
  }
  const [{ followFolder, followLines }, { BackgroundRefresh }] = await Promise.all([
    import('@sdq/ingest'),
    import('@sdq/core/builds'),
  ]);
  const { signal } = context;
  const { waitMs, ...reading } = options;
  const following = {
    ...reading,
    signal,
    isFolding: !flags.build,
    ...(waitMs === undefined ? {} : { waitMs }),
    ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }),
  };
  const { index, tables } = options;
  await using refresh = new BackgroundRefresh({ index, tables, memoryBytesMax, waitMs, signal });
  const reports = source === '-' ? followLines(process.stdin, following) : followFolder(source, following);
  for await (const report of reports) {
    if (flags.json === true) await context.stdout.line(JSON.stringify(ingestAsJson(report)));
    else for (const line of batchLines(report)) await context.stdout.line(line);
    if (flags.build && report.changed) refresh.request();
  }
  await refresh.idle();
}

function batchLines(report: AddReport): string[] {
  const accepted = report.files.reduce((sum, file) => sum + file.accepted + file.merged, 0);
  const refused = report.files.reduce((sum, file) => sum + file.refused, 0);
  const state = report.changed ? `snapshot ${report.snapshotId}` : 'no changes';
  const rejects = report.files.flatMap(({ rejectFile }) => rejectFile ?? []);
  const failed = report.files.flatMap(({ name, error }) =>
    error === undefined ? [] : [`${name}: ${error.message}`],
  );
  return [
    `${plural(accepted, 'record')} accepted, ${refused} refused, ${state}`,
    ...rejects.map((path) => `  refused records: ${path}`),
    ...failed.map((line) => `  not imported: ${line}`),
    ...report.postponed.flatMap(postponedLines).map((line) => `  ${line}`),
  ];
}
