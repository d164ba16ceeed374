import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { readCredentials, writeCredentials } from '../remote/credentials.ts';
import { serviceUrl } from '../remote/open-remote.ts';

/** `sdq logout`: removes a stored key. The key stays valid: `sdq key revoke` ends it. */
export function registerLogout(parent: Command, context: Context): void {
  parent
    .command('logout')
    .summary('remove the stored API key of a service')
    .description(
      'Remove the API key that sdq login stored. The key stays valid until it is revoked with sdq key revoke.',
    )
    .argument('[url]', 'URL of the service (default: the one that sdq login named last)')
    .option('--all', 'remove the keys of all services')
    .addHelpText(
      'after',
      `
Examples:
  sdq logout https://api.example.org
  sdq logout --all`,
    )
    .action(async (argument: string | undefined, { all }: { all?: boolean }) => {
      const stored = await readCredentials(context.environment);
      if (all === true) {
        await writeCredentials(context.environment, { services: {} });
        return await context.stdout.line(`Removed ${Object.keys(stored.services).length} keys`);
      }
      const url = serviceUrl(argument ?? stored.default);
      if (stored.services[url] === undefined)
        throw new AppError('usage_error', `There is no stored key for ${url}`, {
          hint: `Stored are keys for: ${Object.keys(stored.services).join(', ') || 'none'}.`,
        });
      const { [url]: _, ...services } = stored.services;
      const chosen = stored.default === url ? Object.keys(services)[0] : stored.default;
      await writeCredentials(context.environment, {
        ...(chosen !== undefined && { default: chosen }),
        services,
      });
      await context.stdout.line(`Logged out of ${url}`);
    });
}
