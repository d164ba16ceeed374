import type { Command } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { buildProgress } from '../build/build-progress.ts';
import { describeBuild } from '../build/describe-build.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import { guessedLines } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';
import { Progress } from '../terminal/progress.ts';

interface BuildFlags {
  index: string;
  catalog?: string;
  memory?: number;
  threads?: number;
  table?: string[];
  rebuild?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** `sdq index build`: what answers queries faster than the base files. */
export function registerIndexBuild(parent: Command, context: Context): void {
  parent
    .command('build')
    .summary('build what makes queries fast')
    .description(
      'Builds sorted copies, totals, a text index and row files over the tables of an index, checks them against the base files and publishes them. Does nothing when all is covered; covers what was added since; builds anew when too much was added. A build that was cut off goes on where it was. Readers are not disturbed.',
    )
    .requiredOption('--index <dir>', 'the index')
    .addOption(catalogOption())
    .option('--memory <size>', 'memory limit, such as 4GB (default 2GiB)', parseByteSize)
    .option('--threads <count>', 'threads and processes to use (default: all cores)', wholeNumber(1, 256))
    .option('--table <id...>', 'only over these tables, such as shortvideo.comments (default: all)')
    .option('--rebuild', 'build all of it anew')
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index build --index ./index\n  sdq index build --index ./big --memory 4GB --rebuild\n  sdq index build --index ./index --table micro.tweets',
    )
    .action(async (flags: BuildFlags) => {
      const { buildIndex } = await import('@sdq/core');
      const tables = await tablesOf(flags.catalog);
      for (const line of guessedLines(tables)) await context.stderr.line(`sdq: ${line}`);
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      const report = await buildIndex({
        index: flags.index,
        tables,
        only: flags.table,
        mode: flags.rebuild === true ? 'rebuild' : 'build',
        threads: flags.threads,
        memoryBytesMax: flags.memory,
        signal: context.signal,
        onProgress: (state) => progress.update(buildProgress(state)),
      }).finally(() => progress.end());
      if (flags.json === true) return await context.stdout.json(report);
      await context.stdout.line(describeBuild(report, (text) => context.stdout.style('bold', text)));
    });
}
