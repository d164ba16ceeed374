import type { BuildProgress } from '@sdq/core';
import type { Command } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import { guessedLines } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { Progress } from '../terminal/progress.ts';
import { buildProgress } from './build-progress.ts';
import { waitOption } from './wait-option.ts';

/** Flags of commands that write parts of an index anew, and can print first what they would do. */
export interface RewriteFlags {
  index?: string;
  catalog?: string;
  memory?: number;
  threads?: number;
  dryRun?: boolean;
  wait?: number;
  json?: boolean;
  quiet?: boolean;
}

export function withRewriteOptions(command: Command): Command {
  return command
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
    .option('-q, --quiet', 'suppress progress output');
}

/** Runs such a command's work with what its flags say. Guesses about own tables and progress are told on stderr. */
export async function rewrite<Report>(
  flags: RewriteFlags,
  context: Context,
  work: (options: Awaited<ReturnType<typeof optionsOf>>) => Promise<Report>,
): Promise<Report> {
  const progress = new Progress(context.stderr, { quiet: flags.quiet });
  const options = await optionsOf(flags, context, (state) => progress.update(buildProgress(state)));
  return await work(options).finally(() => progress.end());
}

async function optionsOf(flags: RewriteFlags, context: Context, onProgress: (state: BuildProgress) => void) {
  const tables = await tablesOf(flags.catalog);
  for (const line of guessedLines(tables)) await context.stderr.line(`warning: ${line}`);
  return {
    index: resolveIndex(flags, context.environment),
    tables,
    dryRun: flags.dryRun,
    threads: flags.threads,
    memoryBytesMax: flags.memory,
    waitMs: flags.wait,
    signal: context.signal,
    onProgress,
  };
}
