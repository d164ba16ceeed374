import type { AuditEntry } from '@sdq/accounts';
import type { Command } from 'commander';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import type { Context } from '../context.ts';
import { renderTable } from '../terminal/table.ts';

interface AuditFlags {
  account?: string;
  limit: number;
  before?: string;
  home?: string;
  json?: boolean;
}

/** `sdq audit`: who changed what. */
export function registerAudit(parent: Command, context: Context): void {
  parent
    .command('audit')
    .summary('show who changed accounts and keys')
    .description(
      'Show the changes of accounts, keys and webhooks, newest first, with the caller. Entries are retained for two years.',
    )
    .option('--account <id>', 'only the changes of this account')
    .option('--limit <count>', 'maximum number of entries', wholeNumber(1, 1_000), 100)
    .option('--before <id>', 'only entries older than this one')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq audit --limit 20')
    .action(async (flags: AuditFlags) => {
      const entries = await withAccounts(flags.home, context, async (accounts) =>
        (
          await accounts.listAudit({ accountId: flags.account, before: flags.before, limit: flags.limit })
        ).map(describeEntry),
      );
      if (flags.json === true) return await context.stdout.json({ entries, total: entries.length });
      const names = ['time', 'action', 'account', 'subject', 'by', 'details'];
      await context.stdout.line(
        renderTable(
          names.map((name) => ({ name, align: 'left' })),
          entries.map((entry) => [
            entry.at,
            entry.action,
            entry.account_id ?? '',
            entry.subject ?? '',
            entry.address === null ? entry.actor : `${entry.actor} (${entry.address})`,
            JSON.stringify(entry.details),
          ]),
          { header: (text) => context.stdout.style('bold', text), cellWidthMax: 80 },
        ),
      );
    });
}

function describeEntry(entry: AuditEntry) {
  return {
    entry_id: entry.entryId,
    at: entry.at.toISOString(),
    actor: entry.actor,
    address: entry.address,
    action: entry.action,
    account_id: entry.accountId,
    subject: entry.subject,
    details: entry.details,
  };
}
