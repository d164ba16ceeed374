import { Sdq, SdqError } from '@sdq/client';
import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { readCredentials, writeCredentials } from '../remote/credentials.ts';
import { serviceUrl } from '../remote/open-remote.ts';
import { readSecret } from '../terminal/read-secret.ts';

/** `sdq login`: stores the API key of a service, for `--remote` and other clients. */
export function registerLogin(parent: Command, context: Context): void {
  parent
    .command('login')
    .summary('store the API key of a service')
    .description(
      'Store the API key of a service, in a file that only you can read (~/.config/sdq/credentials.json, mode 0600). The key is read from SDQ_API_KEY, from standard input, or asked for; it is no argument, because other users of the machine see those.',
    )
    .argument('[url]', 'URL of the service (default: SDQ_REMOTE, else http://127.0.0.1:8080)')
    .addHelpText(
      'after',
      `
Examples:
  sdq login https://api.example.org
  sdq login < key.txt
  sdq query --remote "SELECT count(*) FROM videos"`,
    )
    .action(async (argument: string | undefined) => {
      const url = serviceUrl(argument ?? (context.environment.SDQ_REMOTE || 'http://127.0.0.1:8080'));
      const apiKey = (context.environment.SDQ_API_KEY || (await readSecret('API key: ', context))).trim();
      if (apiKey === '') throw new AppError('usage_error', 'No API key was given');
      const balance = await check(url, apiKey);
      const stored = await readCredentials(context.environment);
      const path = await writeCredentials(context.environment, {
        default: url,
        services: { ...stored.services, [url]: { api_key: apiKey } },
      });
      await context.stdout.line(`Logged in to ${url}; ${balance}. The key is in ${path}`);
    });
}

/** Whether the service takes the key. Errors: those of the service. */
async function check(url: string, apiKey: string): Promise<string> {
  const client = new Sdq({ apiKey, baseUrl: url, retries: 1 });
  try {
    const { data } = await client.account.getCurrentUser();
    return `the account is ${data.name}`;
  } catch (error) {
    // A key without the permission to read its account is a key.
    if (error instanceof SdqError && error.code === 'insufficient_scope') return 'the key is valid';
    throw error;
  }
}
