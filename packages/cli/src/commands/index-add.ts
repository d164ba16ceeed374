import { AppError } from '@sdq/contract';
import type { AddProgress, FormatName, Preview } from '@sdq/ingest';
import { type Command, Option } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { parseConstants, parsePairs } from '../arguments/constants.ts';
import { parseInstant } from '../arguments/instant.ts';
import { buildProgress } from '../build/build-progress.ts';
import { refreshSegments, segmentLines } from '../build/refresh-segments.ts';
import { waitOption } from '../build/wait-option.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import { guessedLines } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { addFilesInPlace } from '../ingest/add-in-place.ts';
import { describeIngest, ingestAsJson, withPlainErrors } from '../ingest/describe-ingest.ts';
import { describePreview } from '../ingest/describe-previews.ts';
import { follow } from '../ingest/follow.ts';
import { withOutput } from '../terminal/output-file.ts';
import { Progress, type ProgressState } from '../terminal/progress.ts';
import { plural } from '../terminal/quantities.ts';

interface AddFlags {
  index?: string;
  catalog?: string;
  inputFormat?: string;
  format?: string;
  mapping?: string;
  set?: string[];
  table?: string;
  map?: string[];
  platform?: string;
  timeZone?: string;
  encoding?: string;
  dryRun?: boolean;
  follow?: boolean;
  collection?: string;
  mirror?: boolean;
  inPlace?: boolean;
  saveMap?: string;
  observedAt?: Date;
  memory?: number;
  wait?: number;
  json?: boolean;
  build: boolean;
  quiet?: boolean;
}

const examples = `
Sources: files, folders, patterns in quotes, "-" for standard input, pipes, http(s):// and s3:// addresses.
Archives (zip, tar), compressed files (gz, zst, xz, bz2), workbooks (xlsx) and databases (SQLite, DuckDB) are
opened. What is left out is listed with its reason.

Examples:
  sdq index add --index ./index dump.json more.json.gz
  sdq index add --index ./index ./collected 'exports/**/*.csv' videos.zip
  sdq index add --index ./index https://example.org/videos.ndjson.gz s3://bucket/may/
  zcat old.gz | sdq index add --index ./index -
  sdq index add --index ./index --mapping columns.json --set region=US videos.csv
  sdq index add --index ./index --dry-run --map n_plays=play_count --time-zone +07:00 videos.csv
  sdq index add --index ./index --table comments --observed-at 2026-03-01T00:00:00Z comments.ndjson
  sdq index add --index ./index --collection monthly --mirror --observed-at 2026-03-01T00:00:00Z ./videos-2026-03
  sdq index add --index ./index --follow ./collected
  crawler | sdq index add --index ./index --follow -
  sdq index add --index ./podcasts --catalog podcasts.json --table episodes episodes.csv
  sdq index add --index ./podcasts --catalog podcasts.json --table episodes --in-place ./parquet`;

/** `sdq index add`: imports data files into an index. */
export function registerIndexAdd(parent: Command, context: Context): void {
  parent
    .command('add')
    .summary('import data files into an index')
    .description(
      'Import data files into an index. The index is created if it does not exist. A file whose content was imported before is skipped. Invalid records are written to a reject file with the reason. The exit code is 1 if a file cannot be imported.',
    )
    .argument('<file...>', 'files, folders, patterns, archives, addresses, "-" for standard input')
    .option(...indexOption)
    .addOption(catalogOption())
    .option('--input-format <format>', 'format of the files (default: detected from their content)')
    .addOption(new Option('--format <format>', 'deprecated: use --input-format').hideHelp())
    .option('--mapping <file>', 'JSON file that maps source columns to table columns')
    .option('--set <column=value>', 'default value of a column; repeatable', collect)
    .option('--table <name>', 'target table of flat files (default: detected from their columns)')
    .option('--map <theirs=ours>', 'source column of a table column; repeatable', collect)
    .option(
      '--platform <name>',
      'platform of the detected table, such as micro (default: told by the records)',
    )
    .option('--time-zone <zone>', 'zone of times without one, such as Europe/Berlin or +07:00')
    .option('--encoding <name>', 'encoding of text files (default: detected from the whole file)')
    .option(
      '--follow',
      'keep importing: new files of a folder, or lines of JSON from standard input ("-"), as they come',
    )
    .option(
      '--collection <name>',
      'the files are all that one publisher has: tell what is new, changed and gone since the last import of that name',
    )
    .option('--mirror', 'with --collection: remove the records of files that are gone')
    .option(
      '--in-place',
      'use Parquet files where they are, for a table of your own: the index links to them and copies no row',
    )
    .option('--dry-run', 'read the files and print what would be imported; write nothing')
    .option('--save-map <file>', 'write the columns and decisions as a mapping file; for one flat file')
    .option('--observed-at <time>', 'observation time of the records, ISO 8601', parseInstant)
    .option('--memory <size>', 'memory limit, such as 2GiB', parseByteSize)
    .option('--no-build', 'skip building query acceleration structures for the added rows')
    .addOption(waitOption())
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: AddFlags) => {
      const index = resolveIndex(flags, context.environment);
      const set = parseConstants(flags.set ?? []);
      const { addFiles, previewFiles } = await import('@sdq/ingest');
      const collection = collectionOf(flags);
      const format = await inputFormat(flags, context);
      const tables = await tablesOf(flags.catalog);
      for (const line of guessedLines(tables)) await context.stderr.line(`warning: ${line}`);
      if (flags.inPlace === true) {
        const map = parsePairs('--map', flags.map ?? []);
        return await addFilesInPlace({ index, files, tables: tables ?? [], map }, flags, context);
      }
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      const reading = {
        files,
        tables,
        set,
        map: parsePairs('--map', flags.map ?? []),
        platform: flags.platform,
        timeZone: flags.timeZone,
        encoding: flags.encoding,
        ...(format === undefined ? {} : { format }),
        ...(flags.mapping === undefined ? {} : { mapping: flags.mapping }),
        ...(flags.table === undefined ? {} : { table: flags.table }),
        ...(flags.observedAt === undefined ? {} : { observedAt: flags.observedAt }),
      };
      if (flags.dryRun === true || flags.saveMap !== undefined) {
        const preview = await previewFiles({ ...reading, signal: context.signal });
        if (flags.saveMap !== undefined) await saveMap(flags.saveMap, preview, context);
        if (flags.dryRun === true) {
          await printPreview(preview, flags, context);
          return;
        }
      }
      if (flags.follow === true) {
        await follow({ ...reading, index, memoryBytesMax: flags.memory, waitMs: flags.wait }, flags, context);
        return;
      }
      const report = await addFiles({
        ...reading,
        index,
        collection,
        ...(flags.memory === undefined ? {} : { memoryBytesMax: flags.memory }),
        waitMs: flags.wait,
        signal: context.signal,
        onProgress: (state) => progress.update(progressState(state)),
      }).finally(() => progress.end());
      const segments =
        flags.build && report.snapshotId !== ''
          ? await refreshSegments({
              ...{ index, tables, memoryBytesMax: flags.memory, waitMs: flags.wait, signal: context.signal },
              onProgress: (state) => progress.update(buildProgress(state)),
            }).finally(() => progress.end())
          : { build: null };
      if (flags.json === true) await context.stdout.json({ ...ingestAsJson(report), ...segments });
      else {
        await context.stdout.line(await describeIngest(report, (text) => context.stdout.style('bold', text)));
        for (const line of segmentLines(segments)) await context.stdout.line(line);
      }
      assertAllImported(report);
    });
}

/** Errors: `usage_error`. */
function collectionOf({ collection, mirror, follow }: AddFlags) {
  if (collection === undefined) {
    if (mirror !== true) return undefined;
    throw new AppError('usage_error', '--mirror needs the name of a collection', {
      hint: 'Write --collection NAME, the same one each time: only what was imported under it is compared and removed.',
    });
  }
  if (follow === true) throw new AppError('usage_error', '--collection cannot be used with --follow');
  return { name: collection, mirror };
}

async function printPreview(preview: Preview, flags: AddFlags, context: Context): Promise<void> {
  if (flags.json === true) {
    await context.stdout.json({ ...preview, files: withPlainErrors(preview.files) });
  } else {
    const header = (text: string) => context.stdout.style('bold', text);
    await context.stdout.line(await describePreview(preview, { header, width: context.stdout.columns }));
  }
  assertAllImported(preview);
}

/** Writes the mapping of the only file. Errors: `usage_error` if there are several, or it has no columns. */
async function saveMap(path: string, { files }: Preview, context: Context): Promise<void> {
  const [preview, ...others] = files;
  if (preview?.mapping == null || others.length > 0) {
    throw new AppError('usage_error', 'The mapping of one flat file can be saved with --save-map', {
      hint: 'Name one CSV, Parquet or flat JSON file.',
    });
  }
  await withOutput(path, context, (output) => output.json(preview.mapping));
}

const failuresShownMax = 20;

const phaseNames = {
  fetch: 'receiving',
  hash: 'checking',
  survey: 'surveying',
  read: 'reading',
  merge: 'merging',
} as const;

function progressState({ phase, file, bytesDone, bytesTotal, records }: AddProgress): ProgressState {
  const note = records === 0 ? {} : { note: plural(records, 'record') };
  const name = file.length > 40 ? `…${file.slice(-39)}` : file;
  return { phase: `${phaseNames[phase]} ${name}`, done: bytesDone, total: bytesTotal, ...note };
}

/** The format that a flag names; `--format` is the deprecated name of `--input-format`. */
async function inputFormat(flags: AddFlags, context: Context): Promise<FormatName | undefined> {
  if (flags.format !== undefined) {
    await context.stderr.line('warning: The option "--format" is deprecated: use "--input-format"');
  }
  const name = flags.inputFormat ?? flags.format;
  return name === undefined ? undefined : await parseFormat(name);
}

async function parseFormat(name: string): Promise<FormatName> {
  const { formatNames } = await import('@sdq/ingest');
  const format = formatNames.find((known) => known === name);
  if (format === undefined) {
    throw new AppError('usage_error', `Unknown input format "${name}"`, {
      hint: `Available formats: ${formatNames.join(', ')}`,
    });
  }
  return format;
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** Throws if a file could not be imported, after the other files were imported and reported. */
function assertAllImported(report: { readonly files: readonly { readonly error?: AppError }[] }): void {
  const errors = report.files.flatMap((file) => file.error ?? []);
  const [first, ...others] = errors;
  if (first === undefined) return;
  const lines = errors.slice(0, failuresShownMax).map((error) => `\n  ${error.message}`);
  const more = errors.length > lines.length ? `\n  and ${errors.length - lines.length} more` : '';
  throw new AppError(
    first.code,
    others.length === 0
      ? first.message
      : `${errors.length} of ${plural(report.files.length, 'file')} could not be imported:${lines.join('')}${more}`,
    first.hint === undefined ? {} : { hint: first.hint },
  );
}
