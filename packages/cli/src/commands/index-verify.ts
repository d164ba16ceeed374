import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { Progress } from '../terminal/progress.ts';
import { bytesText, plural } from '../terminal/quantities.ts';

interface VerifyFlags {
  index?: string;
  json?: boolean;
  quiet?: boolean;
}

const damagedShownMax = 20;

/** `sdq index verify`: compares every file of the snapshot with its checksum. */
export function registerIndexVerify(parent: Command, context: Context): void {
  parent
    .command('verify')
    .summary('verify the checksums of all files of an index')
    .description(
      'Read every file of the published snapshot, including its segments, and compare its SHA-256 checksum with the manifest. The exit code is 1 if a file differs.',
    )
    .option(...indexOption)
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText('after', '\nExample:\n  sdq index verify --index ./index')
    .action(async (flags: VerifyFlags) => {
      const { checkContents, manifestFiles, openSnapshot } = await import('@sdq/index');
      const snapshot = await openSnapshot(resolveIndex(flags, context.environment));
      const files = manifestFiles(snapshot.manifest);
      const total = files.length;
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      let done = 0;
      const damaged = await checkContents(snapshot, () => {
        context.signal.throwIfAborted();
        progress.update({ phase: 'verifying', done: ++done, total });
      }).finally(() => progress.end());
      if (flags.json === true) {
        await context.stdout.json({ snapshot_id: snapshot.id, files: total, bytes, damaged });
      }
      if (damaged.length > 0) {
        const shown = damaged.slice(0, damagedShownMax).map(({ path, reason }) => `\n  ${path}: ${reason}`);
        const more = damaged.length > shown.length ? `\n  and ${damaged.length - shown.length} more` : '';
        throw new AppError(
          'index_corrupt',
          `${plural(damaged.length, 'damaged file')}:${shown.join('')}${more}`,
          {
            hint: 'Restore these files from a backup, or rebuild the index.',
          },
        );
      }
      if (flags.json !== true) {
        await context.stdout.line(
          `snapshot ${snapshot.id}: ${plural(total, 'file')}, ${bytesText(bytes)}, all checksums match`,
        );
      }
    });
}
