import type { AccountsOptions } from '@sdq/accounts';
import type { Context } from '../context.ts';
import { readSettings } from '../settings/read-settings.ts';

/** What the environment says of accounts and money. Errors: `usage_error`. */
export function accountsOptions(
  directory: string,
  environment: Context['environment'],
): Omit<AccountsOptions, 'now' | 'onError'> {
  const settings = readSettings(environment);
  const { STRIPE_API_KEY: apiKey, STRIPE_METER_ID: meterId, STRIPE_EVENT_NAME: eventName } = settings;
  const { SMTP_URL: url, MAIL_FROM: from } = settings;
  return {
    directory,
    databaseUrl: settings.DATABASE_URL,
    pepper: settings.SDQ_PEPPER,
    billing:
      apiKey === undefined || meterId === undefined || eventName === undefined
        ? undefined
        : { apiKey, meterId, eventName, baseUrl: settings.STRIPE_BASE_URL },
    mail: url === undefined || from === undefined ? undefined : { url, from },
    allowPrivateWebhooks: settings.WEBHOOKS_ALLOW_PRIVATE,
  };
}
