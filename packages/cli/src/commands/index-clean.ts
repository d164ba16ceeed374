import type { Command } from 'commander';
import { waitOption } from '../build/wait-option.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { bytesText, plural } from '../terminal/quantities.ts';

interface CleanFlags {
  index?: string;
  wait?: number;
  json?: boolean;
}

/** `sdq index clean`: deletes older snapshots. */
export function registerIndexClean(parent: Command, context: Context): void {
  parent
    .command('clean')
    .summary('delete older snapshots and the files that only they need')
    .description(
      'Delete the snapshots before the published one that no running process holds, with the files that only they need. Each change of an index does that too, but keeps two snapshots, for readers on other machines: after a large build, the files of the build before stay until two more changes. "index status" shows what they take.',
    )
    .option(...indexOption)
    .addOption(waitOption())
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq index clean --index ./index')
    .action(async (flags: CleanFlags) => {
      const { cleanIndex } = await import('@sdq/index');
      const index = resolveIndex(flags, context.environment);
      const { snapshotId, deleted, left, held } = await cleanIndex(index, {
        waitMs: flags.wait,
        signal: context.signal,
      });
      if (flags.json === true)
        return await context.stdout.json({
          snapshot_id: snapshotId,
          deleted,
          left,
          held: held.map(({ snapshotId: id, processId }) => ({ snapshot_id: id, process_id: processId })),
        });
      await context.stdout.line(
        `${plural(deleted.count, 'older snapshot')} deleted, ${bytesText(deleted.bytes)} freed`,
      );
      for (const { snapshotId: id, processId } of held)
        await context.stdout.line(`snapshot ${id} stays: process ${processId} reads it`);
      if (left.bytes > 0) await context.stdout.line(`${bytesText(left.bytes)} stay`);
      await context.stdout.line(`snapshot ${snapshotId}`);
    });
}
