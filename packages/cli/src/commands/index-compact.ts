import type { Command } from 'commander';
import { lostLines } from '../build/describe-build.ts';
import { compactionLines } from '../build/describe-compaction.ts';
import { type RewriteFlags, rewrite, withRewriteOptions } from '../build/rewrite.ts';
import type { Context } from '../context.ts';

/** `sdq index compact`: writes what was added in small files into the files of the months. */
export function registerIndexCompact(parent: Command, context: Context): void {
  withRewriteOptions(
    parent
      .command('compact')
      .summary('write small changes into the files of their months')
      .description(
        'Write the rows that were added or replaced since the last build, which delta files and masks hold, into the files of their months, and build the segments of these tables. The bytes and the CPU time that this takes are printed first. An interrupted run resumes where it stopped. Readers are not affected, and records can be added meanwhile.',
      ),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index compact --index ./index\n  sdq index compact --index ./index --dry-run',
    )
    .action(async (flags: RewriteFlags) => {
      const { compactIndex } = await import('@sdq/core/builds');
      const header = (text: string) => context.stdout.style('bold', text);
      const { plan, build } = await rewrite(flags, context, (options) =>
        compactIndex({
          ...options,
          onPlan: async (expected) => {
            if (flags.json === true) return;
            for (const line of compactionLines(expected, header)) await context.stdout.line(line);
          },
        }),
      );
      if (flags.json === true) return await context.stdout.json({ plan, build });
      if (build === null) return;
      if (build.folded.length > 0) await context.stdout.line(`Compacted ${build.folded.join(', ')}`);
      for (const line of [...lostLines(build), `snapshot ${build.snapshotId}`])
        await context.stdout.line(line);
    });
}
