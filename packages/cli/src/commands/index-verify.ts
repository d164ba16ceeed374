import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { Progress } from '../terminal/progress.ts';
import { bytesText, plural } from '../terminal/quantities.ts';

interface VerifyFlags {
  index: string;
  json?: boolean;
  quiet?: boolean;
}

const damagedShownMax = 20;

/** `sdq index verify`: every file of the snapshot against its checksum. */
export function registerIndexVerify(parent: Command, context: Context): void {
  parent
    .command('verify')
    .summary('check every file of an index against its checksum')
    .description(
      'Reads every file of the published snapshot, what was built over it included, and compares its SHA-256 with the manifest. Exit code 1 when any differs.',
    )
    .requiredOption('--index <dir>', 'the index')
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'no progress')
    .addHelpText('after', '\nExample:\n  sdq index verify --index ./index')
    .action(async (flags: VerifyFlags) => {
      const { checkContents, manifestFiles, openSnapshot } = await import('@sdq/index');
      const snapshot = await openSnapshot(flags.index);
      const files = manifestFiles(snapshot.manifest);
      const total = files.length;
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      let done = 0;
      const damaged = await checkContents(snapshot, () => {
        context.signal.throwIfAborted();
        progress.update({ phase: 'checking', done: ++done, total });
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
            hint: 'restore these files from a copy, or build the index anew',
          },
        );
      }
      if (flags.json !== true) {
        await context.stdout.line(
          `snapshot ${snapshot.id}: ${plural(total, 'file')}, ${bytesText(bytes)}, all as written`,
        );
      }
    });
}
