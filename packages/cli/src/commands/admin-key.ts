import type { AdminKey } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import { parseInstant } from '../arguments/instant.ts';
import type { Context } from '../context.ts';
import { renderTable } from '../terminal/table.ts';

/** `sdq admin-key create`, `list` and `revoke`: the keys of `/api/admin`. */
export function registerAdminKeys(program: Command, context: Context): void {
  const parent = program
    .command('admin-key')
    .helpCommand(false)
    .summary('create, list and revoke admin keys')
    .description(
      'Create, list and revoke admin keys: keys of the operator for /api/admin. Only this command creates them.',
    );
  registerCreate(parent, context);
  registerList(parent, context);
  registerRevoke(parent, context);
}

function describeAdminKey(key: AdminKey) {
  return {
    key_id: key.keyId,
    name: key.name,
    masked_key: key.maskedKey,
    status: key.status,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

function registerCreate(parent: Command, context: Context): void {
  parent
    .command('create')
    .summary('create an admin key')
    .description('Create an admin key. The key is shown only once; sdq stores its hash.')
    .requiredOption('--name <name>', 'who or what uses the key')
    .option('--expires <time>', 'expiry time, ISO 8601 (default: never)', parseInstant)
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq admin-key create --name on-call --expires 2027-01-01T00:00:00Z')
    .action(async (flags: { name: string; expires?: Date; home?: string; json?: boolean }) => {
      const { key, record } = await withAccounts(flags.home, context, (accounts) =>
        accounts.createAdminKey({ name: flags.name, expiresAt: flags.expires }),
      );
      if (flags.json === true) return await context.stdout.json({ ...describeAdminKey(record), key });
      await context.stdout.line(`key ID     ${record.keyId}  ${record.name}`);
      await context.stdout.line(`admin key  ${key}`);
      await context.stdout.line('Save the key: it is not shown again.');
    });
}

function registerList(parent: Command, context: Context): void {
  parent
    .command('list')
    .summary('list the admin keys')
    .description('List the admin keys, newest first, including revoked keys.')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq admin-key list')
    .action(async (flags: { home?: string; json?: boolean }) => {
      const keys = await withAccounts(flags.home, context, async (accounts) =>
        (await accounts.listAdminKeys()).map(describeAdminKey),
      );
      if (flags.json === true) return await context.stdout.json({ keys, total: keys.length });
      const names = ['key ID', 'name', 'key', 'status', 'created'];
      await context.stdout.line(
        renderTable(
          names.map((name) => ({ name, align: 'left' })),
          keys.map((key) => [key.key_id, key.name, key.masked_key, key.status, key.created_at]),
          { header: (text) => context.stdout.style('bold', text) },
        ),
      );
    });
}

function registerRevoke(parent: Command, context: Context): void {
  parent
    .command('revoke')
    .summary('revoke an admin key permanently')
    .description('Revoke an admin key permanently. Running services refuse it from the next request on.')
    .argument('<key-id>', 'key ID, as listed by sdq admin-key list')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq admin-key revoke key_01ABC')
    .action(async (keyId: string, flags: { home?: string; json?: boolean }) => {
      const revoked = await withAccounts(flags.home, context, (accounts) => accounts.revokeAdminKey(keyId));
      if (revoked === undefined) {
        throw new AppError('api_key_not_found', `There is no admin key "${keyId}"`, {
          hint: 'List the keys with: sdq admin-key list',
        });
      }
      if (flags.json === true) return await context.stdout.json(describeAdminKey(revoked));
      await context.stdout.line(`Revoked ${revoked.keyId}  ${revoked.name}  ${revoked.maskedKey}`);
    });
}
