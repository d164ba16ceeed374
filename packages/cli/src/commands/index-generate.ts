import type { GenerateProfile } from '@sdq/data';
import { type Command, Option } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { parseRowCount } from '../arguments/row-count.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { buildProgress } from '../build/build-progress.ts';
import { buildLines } from '../build/describe-build.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { Progress } from '../terminal/progress.ts';
import { bytesText, countText, durationText } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

interface GenerateFlags {
  rows: number;
  index?: string;
  out?: string;
  profile: GenerateProfile;
  seed?: number;
  threads?: number;
  memory?: number;
  build?: boolean;
  json?: boolean;
  quiet?: boolean;
}

const profiles: readonly GenerateProfile[] = ['videos', 'comments'];

/** `sdq index generate`: creates an index of generated sample data. */
export function registerIndexGenerate(parent: Command, context: Context): void {
  parent
    .command('generate')
    .summary('create an index of generated sample data')
    .description(
      'Create an index of generated sample data of any size. The same rows, profile and seed produce identical files. The directory must be empty or not exist.',
    )
    .requiredOption(
      '--rows <count>',
      'number of videos, and of photos, network posts and tweets each: 5000, 200k, 1m, 1_000_000',
      parseRowCount,
    )
    .option(...indexOption)
    .addOption(new Option('--out <dir>', 'alias of --index').hideHelp().conflicts('index'))
    .addOption(
      new Option('--profile <name>', 'videos: few comments per video; comments: 14 comments per video')
        .choices(profiles)
        .default('videos'),
    )
    .option('--seed <number>', 'seed of the random number generator', wholeNumber(0, 2 ** 31 - 1))
    .option('--threads <count>', 'number of threads (default: number of CPU cores)', wholeNumber(1, 256))
    .option('--memory <size>', 'memory limit, such as 2GiB', parseByteSize)
    .option('--build', 'also build query acceleration structures, as sdq index build does')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index generate --rows 200k --index ./index\n  sdq index generate --rows 1m --profile comments --index ./comments\n  sdq index generate --rows 10m --index ./big --seed 7 --memory 4GiB',
    )
    .action(async (flags: GenerateFlags) => {
      const index = resolveIndex({ index: flags.index ?? flags.out }, context.environment);
      const { generateIndex } = await import('@sdq/data');
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      const report = await generateIndex({
        out: index,
        rows: flags.rows,
        profile: flags.profile,
        ...(flags.seed === undefined ? {} : { seed: flags.seed }),
        ...(flags.threads === undefined ? {} : { threads: flags.threads }),
        ...(flags.memory === undefined ? {} : { memoryBytesMax: flags.memory }),
        signal: context.signal,
        onProgress: ({ phase, done, total, rows }) =>
          progress.update({ phase, done, total, note: `${countText(rows)} rows` }),
      }).finally(() => progress.end());
      const build = flags.build === true ? await buildAfter(index, flags, context, progress) : null;
      if (flags.json === true)
        return await context.stdout.json({ ...report, ...(build === null ? {} : { build }) });
      await context.stdout.line(
        renderTable(
          [
            { name: 'table', align: 'left' },
            { name: 'rows', align: 'right' },
            { name: 'files', align: 'right' },
            { name: 'bytes', align: 'right' },
          ],
          Object.entries(report.tables).map(([id, table]) => [
            id,
            countText(table.rows),
            countText(table.files),
            bytesText(table.bytes),
          ]),
          { header: (text) => context.stdout.style('bold', text) },
        ),
      );
      await context.stdout.line(
        `snapshot ${report.snapshotId} in ${index}, ${durationText(report.elapsedMs)}`,
      );
      if (build !== null) for (const line of buildLines(build)) await context.stdout.line(line);
    });
}

async function buildAfter(index: string, flags: GenerateFlags, context: Context, progress: Progress) {
  const { buildIndex } = await import('@sdq/core/builds');
  return await buildIndex({
    index,
    threads: flags.threads,
    memoryBytesMax: flags.memory,
    signal: context.signal,
    onProgress: (state) => progress.update(buildProgress(state)),
  }).finally(() => progress.end());
}
