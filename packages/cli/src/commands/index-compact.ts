import type { Command } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { buildProgress } from '../build/build-progress.ts';
import { compactionLines } from '../build/describe-compaction.ts';
import { waitOption } from '../build/wait-option.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import { guessedLines } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { Progress } from '../terminal/progress.ts';

interface CompactFlags {
  index?: string;
  catalog?: string;
  memory?: number;
  threads?: number;
  dryRun?: boolean;
  wait?: number;
  json?: boolean;
  quiet?: boolean;
}

/** `sdq index compact`: writes what was added in small files into the files of the months. */
export function registerIndexCompact(parent: Command, context: Context): void {
  parent
    .command('compact')
    .summary('write small changes into the files of their months')
    .description(
      'Write the rows that were added or replaced since the last build, which delta files and masks hold, into the files of their months, and build the segments of these tables. The bytes and the CPU time that this takes are printed first. An interrupted run resumes where it stopped. Readers are not affected.',
    )
    .option(...indexOption)
    .addOption(catalogOption())
    .option('--dry-run', 'print what would be done; write nothing')
    .option('--memory <size>', 'memory limit, such as 4GB (default: 2GiB)', parseByteSize)
    .option(
      '--threads <count>',
      'number of threads and processes (default: number of CPU cores)',
      wholeNumber(1, 256),
    )
    .addOption(waitOption())
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index compact --index ./index\n  sdq index compact --index ./index --dry-run',
    )
    .action(async (flags: CompactFlags) => {
      const { compactIndex } = await import('@sdq/core');
      const tables = await tablesOf(flags.catalog);
      for (const line of guessedLines(tables)) await context.stderr.line(`warning: ${line}`);
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      const header = (text: string) => context.stdout.style('bold', text);
      const { plan, build } = await compactIndex({
        index: resolveIndex(flags, context.environment),
        tables,
        dryRun: flags.dryRun,
        threads: flags.threads,
        memoryBytesMax: flags.memory,
        waitMs: flags.wait,
        signal: context.signal,
        onPlan: async (expected) => {
          if (flags.json === true) return;
          for (const line of compactionLines(expected, header)) await context.stdout.line(line);
        },
        onProgress: (state) => progress.update(buildProgress(state)),
      }).finally(() => progress.end());
      if (flags.json === true) return await context.stdout.json({ plan, build });
      if (build === null) return;
      await context.stdout.line(`Compacted ${build.folded.join(', ')}\nsnapshot ${build.snapshotId}`);
    });
}
