import { resolve } from 'node:path';
import type { Command } from 'commander';
import { homeOption } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { programVersion } from '../program-version.ts';
import { readSettings } from '../settings/read-settings.ts';
import { bytesText, plural } from '../terminal/quantities.ts';

interface Flags {
  home?: string;
  index?: string;
  json?: boolean;
}

/** `sdq backup create`, `verify` and `restore`. */
export function registerBackup(program: Command, context: Context): void {
  const parent = program
    .command('backup')
    .helpCommand(false)
    .summary('back up and restore accounts, secrets, media and index')
    .description(
      'Back up and restore everything that a service needs: accounts, secrets, spool, media, index.',
    );
  const folder = ['<folder>', 'folder of the backup'] as const;
  parent
    .command('create')
    .summary('write a backup into a new folder')
    .description(
      'Write a backup into a new folder. Services may run meanwhile: the account database is copied at one moment, and the published snapshot of the index is retained until it is copied. The folder contains secrets: keep it as safe as the service.',
    )
    .argument(...folder)
    .option(...homeOption)
    .option(...indexOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq backup create /backups/sdq-2026-11-23')
    .action(async (target: string, flags: Flags) => {
      const settings = readSettings(context.environment);
      const { createBackup } = await import('../backup/create-backup.ts');
      const source = {
        home: resolveHome(flags.home, context.environment),
        index: resolveIndex(flags, context.environment),
        mediaDirectory: settings.SDQ_MEDIA_DIR,
        isDatabaseElsewhere: settings.DATABASE_URL !== undefined,
        isPepperElsewhere: settings.SDQ_PEPPER !== undefined,
        version: programVersion(),
      };
      const { files, elsewhere, snapshot_id } = await createBackup(source, resolve(target));
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const report = { folder: resolve(target), files: files.length, bytes, snapshot_id, elsewhere };
      if (flags.json === true) return await context.stdout.json(report);
      await context.stdout.line(
        `Wrote ${plural(files.length, 'file')}, ${bytesText(bytes)}, to ${report.folder}`,
      );
      for (const part of elsewhere) await context.stderr.line(`warning: not in the backup: ${part}`);
    });
  parent
    .command('verify')
    .summary('check the files and the books of a backup')
    .description(
      'Compare each file with its checksum, open a copy of the accounts, check their books, and open the index.',
    )
    .argument(...folder)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq backup verify /backups/sdq-2026-11-23')
    .action(async (target: string, flags: Flags) => {
      const { verifyBackup } = await import('../backup/verify-backup.ts');
      const report = await verifyBackup(resolve(target));
      await print(context, flags, report, 'Verified');
    });
  parent
    .command('restore')
    .summary('restore a backup into empty directories')
    .description(
      'Verify a backup and restore it into a data directory and an index directory that are missing or empty.',
    )
    .argument(...folder)
    .option(...homeOption)
    .option(...indexOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq backup restore /backups/sdq-2026-11-23 --home /var/lib/sdq/home')
    .action(async (target: string, flags: Flags) => {
      const { restoreBackup } = await import('../backup/restore-backup.ts');
      const { directory } = resolveHome(flags.home, context.environment);
      const index = resolve(resolveIndex(flags, context.environment));
      const report = await restoreBackup(resolve(target), { home: directory, index });
      await print(context, flags, report, 'Restored');
    });
}

type Report = Awaited<ReturnType<typeof import('../backup/verify-backup.ts')['verifyBackup']>>;

async function print({ stdout, stderr }: Context, flags: Flags, { backup, accounts }: Report, verb: string) {
  const { created_at, snapshot_id, files, elsewhere } = backup;
  if (flags.json === true) {
    return await stdout.json({ created_at, snapshot_id, files: files.length, accounts, elsewhere });
  }
  const books = accounts === null ? 'no accounts' : `${plural(accounts, 'account')}, all totals match`;
  await stdout.line(`${verb} the backup of ${created_at}: ${plural(files.length, 'file')}, ${books}`);
  for (const part of elsewhere) await stderr.line(`warning: not in the backup: ${part}`);
}
