import { basename } from 'node:path';
import { AppError } from '@sdq/contract';
import type { AddProgress, AddReport, FormatName } from '@sdq/ingest';
import type { Command } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { parseConstants } from '../arguments/constants.ts';
import { parseInstant } from '../arguments/instant.ts';
import { buildProgress } from '../build/build-progress.ts';
import { buildLines } from '../build/describe-build.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import { guessedLines } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';
import { describeIngest, ingestAsJson } from '../ingest/describe-ingest.ts';
import { Progress, type ProgressState } from '../terminal/progress.ts';
import { plural } from '../terminal/quantities.ts';

interface AddFlags {
  index: string;
  catalog?: string;
  format?: string;
  mapping?: string;
  set: string[];
  table?: string;
  observedAt?: Date;
  memory?: number;
  json?: boolean;
  build: boolean;
  quiet?: boolean;
}

const examples = `
Examples:
  sdq index add --index ./index dump.json more.json.gz
  sdq index add --index ./index --mapping columns.json --set region=US videos.csv
  sdq index add --index ./index --table comments --observed-at 2026-03-01T00:00:00Z comments.ndjson
  sdq index add --index ./podcasts --catalog podcasts.json --table episodes episodes.csv`;

/** `sdq index add`: files that somebody collected, merged into an index. */
export function registerIndexAdd(parent: Command, context: Context): void {
  parent
    .command('add')
    .summary('take files into an index')
    .description(
      'Takes files into an index, which is made when it is not there. The same content is not taken in twice; a record that cannot be read is refused with its reason and kept in a reject file. Exit code 1 when a whole file failed.',
    )
    .argument('<file...>', 'files to take in')
    .requiredOption('--index <dir>', 'the index')
    .addOption(catalogOption())
    .option('--format <format>', 'format of the files (default: told from their content)')
    .option('--mapping <file>', 'which column of a flat file is which column of the table')
    .option('--set <column=value>', 'a value for every record that has none; repeatable', collect, [])
    .option('--table <name>', 'the table that flat files go to (default: told from their columns)')
    .option('--observed-at <time>', 'when the records were observed, ISO 8601', parseInstant)
    .option('--memory <size>', 'memory limit, such as 2GiB', parseByteSize)
    .option('--no-build', 'do not build what makes queries over the added rows fast')
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'no progress')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: AddFlags) => {
      const set = parseConstants(flags.set);
      const [{ addFiles }, { buildIndex }] = await Promise.all([import('@sdq/ingest'), import('@sdq/core')]);
      const format = flags.format === undefined ? undefined : await parseFormat(flags.format);
      const tables = await tablesOf(flags.catalog);
      for (const line of guessedLines(tables)) await context.stderr.line(`sdq: ${line}`);
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      const report = await addFiles({
        index: flags.index,
        files,
        tables,
        set,
        ...(format === undefined ? {} : { format }),
        ...(flags.mapping === undefined ? {} : { mapping: flags.mapping }),
        ...(flags.table === undefined ? {} : { table: flags.table }),
        ...(flags.observedAt === undefined ? {} : { observedAt: flags.observedAt }),
        ...(flags.memory === undefined ? {} : { memoryBytesMax: flags.memory }),
        signal: context.signal,
        onProgress: (state) => progress.update(progressState(state)),
      }).finally(() => progress.end());
      const build =
        flags.build && report.snapshotId !== ''
          ? await buildIndex({
              index: flags.index,
              tables,
              mode: 'refresh',
              memoryBytesMax: flags.memory,
              signal: context.signal,
              onProgress: (state) => progress.update(buildProgress(state)),
            }).finally(() => progress.end())
          : null;
      if (flags.json === true) await context.stdout.json({ ...ingestAsJson(report), build });
      else {
        await context.stdout.line(await describeIngest(report, (text) => context.stdout.style('bold', text)));
        if (build !== null) for (const line of buildLines(build)) await context.stdout.line(line);
      }
      assertAllTaken(report);
    });
}

const failuresShownMax = 20;

const phaseNames = { hash: 'checking', read: 'reading', merge: 'merging' } as const;

function progressState({ phase, file, bytesDone, bytesTotal, records }: AddProgress): ProgressState {
  const note = records === 0 ? {} : { note: plural(records, 'record') };
  return { phase: `${phaseNames[phase]} ${basename(file)}`, done: bytesDone, total: bytesTotal, ...note };
}

async function parseFormat(name: string): Promise<FormatName> {
  const { formatNames } = await import('@sdq/ingest');
  const format = formatNames.find((known) => known === name);
  if (format === undefined) {
    throw new AppError('usage_error', `there is no format '${name}'`, {
      hint: `the formats are ${formatNames.join(', ')}`,
    });
  }
  return format;
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

/** A file that failed as a whole fails the command, after the others were taken in and reported. */
function assertAllTaken(report: AddReport): void {
  const errors = report.files.flatMap((file) => file.error ?? []);
  const [first, ...others] = errors;
  if (first === undefined) return;
  const lines = errors.slice(0, failuresShownMax).map((error) => `\n  ${error.message}`);
  const more = errors.length > lines.length ? `\n  and ${errors.length - lines.length} more` : '';
  throw new AppError(
    first.code,
    others.length === 0
      ? first.message
      : `${errors.length} of ${plural(report.files.length, 'file')} were not taken in:${lines.join('')}${more}`,
    first.hint === undefined ? {} : { hint: first.hint },
  );
}
