import type { Profile } from '@sdq/index';
import { type Command, Option } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { buildProgress } from '../build/build-progress.ts';
import { describeBuild } from '../build/describe-build.ts';
import { olderLines } from '../build/describe-older.ts';
import { waitOption } from '../build/wait-option.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import { guessedLines } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { Progress } from '../terminal/progress.ts';

interface BuildFlags {
  index?: string;
  catalog?: string;
  memory?: number;
  wait?: number;
  threads?: number;
  table?: string[];
  rebuild?: boolean;
  profile?: Profile;
  json?: boolean;
  quiet?: boolean;
}

/** `sdq index build`: builds segments, the acceleration structures of queries. */
export function registerIndexBuild(parent: Command, context: Context): void {
  parent
    .command('build')
    .summary('build query acceleration structures')
    .description(
      'Build sorted copies, rollups, a text index and row files for the tables of an index, verify them against the base files and publish them. Rows that are already covered are skipped; if too many rows were added, everything is rebuilt. An interrupted build resumes where it stopped. Readers are not affected.',
    )
    .option(...indexOption)
    .addOption(catalogOption())
    .option('--memory <size>', 'memory limit, such as 4GB (default: 2GiB)', parseByteSize)
    .option(
      '--threads <count>',
      'number of threads and processes (default: number of CPU cores)',
      wholeNumber(1, 256),
    )
    .option('--table <id...>', 'tables to build for, such as shortvideo.comments (default: all)')
    .option('--rebuild', 'rebuild everything')
    .addOption(
      new Option(
        '--profile <name>',
        'full: all structures; compact: an index of a fraction of the size, slower for whole rows (default: as built before, at first full)',
      ).choices(['full', 'compact']),
    )
    .addOption(waitOption())
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index build --index ./index\n  sdq index build --index ./big --memory 4GB --rebuild\n  sdq index build --index ./index --table micro.tweets\n  sdq index build --index ./archive --profile compact',
    )
    .action(async (flags: BuildFlags) => {
      const [{ buildIndex }, { olderSnapshots, openSnapshot }] = await Promise.all([
        import('@sdq/core/builds'),
        import('@sdq/index'),
      ]);
      const index = resolveIndex(flags, context.environment);
      const tables = await tablesOf(flags.catalog);
      for (const line of guessedLines(tables)) await context.stderr.line(`warning: ${line}`);
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      const report = await buildIndex({
        index,
        tables,
        only: flags.table,
        mode: flags.rebuild === true ? 'rebuild' : 'build',
        profile: flags.profile,
        threads: flags.threads,
        memoryBytesMax: flags.memory,
        waitMs: flags.wait,
        signal: context.signal,
        onProgress: (state) => progress.update(buildProgress(state)),
      }).finally(() => progress.end());
      if (flags.json === true) return await context.stdout.json(report);
      await context.stdout.line(describeBuild(report, (text) => context.stdout.style('bold', text)));
      if (report.tables.length === 0) return;
      for (const line of olderLines(await olderSnapshots(await openSnapshot(index))))
        await context.stdout.line(line);
    });
}
