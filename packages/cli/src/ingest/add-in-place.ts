import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { AddInPlaceReport } from '@sdq/ingest';
import { buildProgress } from '../build/build-progress.ts';
import { refreshSegments, segmentLines } from '../build/refresh-segments.ts';
import type { Context } from '../context.ts';
import { Progress } from '../terminal/progress.ts';
import { bytesText, countText, plural } from '../terminal/quantities.ts';

export interface InPlaceFlags {
  readonly table?: string | undefined;
  readonly observedAt?: Date | undefined;
  readonly memory?: number | undefined;
  readonly wait?: number | undefined;
  readonly build: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Options of imports that convert, merge or watch: rows that stay in place are read as they are. */
const others: Readonly<Record<string, string>> = {
  collection: '--collection',
  dryRun: '--dry-run',
  encoding: '--encoding',
  follow: '--follow',
  format: '--format',
  inputFormat: '--input-format',
  mapping: '--mapping',
  mirror: '--mirror',
  platform: '--platform',
  saveMap: '--save-map',
  set: '--set',
  timeZone: '--time-zone',
};

/** `sdq index add --in-place`. Errors: `usage_error` for an option that has no meaning there. */
export async function addFilesInPlace(
  source: {
    readonly index: string;
    readonly files: readonly string[];
    readonly tables: readonly CatalogTable[];
    readonly map: Readonly<Record<string, string>>;
  },
  flags: InPlaceFlags,
  context: Context,
): Promise<void> {
  const given = Object.entries(others).filter(([name]) => name in flags);
  if (given.length > 0)
    throw new AppError(
      'usage_error',
      `${given.map(([, option]) => option).join(', ')} cannot be used with --in-place`,
      { hint: 'Rows that stay in place are read as they are. Columns can be named with --map.' },
    );
  const { addInPlace } = await import('@sdq/ingest');
  const progress = new Progress(context.stderr, { quiet: flags.quiet });
  const limits = { memoryBytesMax: flags.memory, waitMs: flags.wait, signal: context.signal };
  const report = await addInPlace({
    ...{ ...source, ...limits },
    ...{ table: flags.table, observedAt: flags.observedAt },
    onProgress: ({ phase, file, filesDone, filesTotal }) =>
      progress.update({ phase: `${phase} ${file}`, done: filesDone, total: filesTotal }),
  }).finally(() => progress.end());
  const { index, tables } = source;
  const segments = flags.build
    ? await refreshSegments({
        ...{ index, tables, ...limits },
        onProgress: (state) => progress.update(buildProgress(state)),
      }).finally(() => progress.end())
    : { build: null };
  if (flags.json === true) return await context.stdout.json({ ...report, ...segments });
  for (const line of [...describe(report), ...segmentLines(segments)]) await context.stdout.line(line);
}

function describe({ table, files, absent, observedAt, changed, snapshotId }: AddInPlaceReport): string[] {
  const added = files.filter(({ status }) => status === 'added');
  const rows = added.reduce((sum, file) => sum + file.rows, 0);
  const bytes = added.reduce((sum, file) => sum + file.bytes, 0);
  const known = files.length - added.length;
  const unused = [...new Set(files.flatMap((file) => file.unused))];
  return [
    `${table}: ${plural(added.length, 'file')} in place, ${countText(rows)} rows, ${bytesText(bytes)} that are not copied`,
    ...(known === 0 ? [] : [`${plural(known, 'file')} already there`]),
    ...(unused.length === 0 ? [] : [`columns that the table does not have: ${unused.join(', ')}`]),
    ...(absent.length === 0 ? [] : [`columns that are NULL, because no file has them: ${absent.join(', ')}`]),
    ...(observedAt === null || observedAt.isGiven
      ? []
      : [
          `observed at ${observedAt.time}, when the newest file was changed: another time can be given with --observed-at`,
        ]),
    'Do not change these files: replace or delete them as you like, the index keeps the content that was added.',
    changed ? `snapshot ${snapshotId}` : 'no changes',
  ];
}
