import type { AccountsOptions } from '@sdq/accounts';
import type { Context } from '../context.ts';
import { readSettings } from '../settings/read-settings.ts';

/** Options of accounts and billing from settings. Errors: `usage_error`. */
export function accountsOptions(
  directory: string,
  environment: Context['environment'],
): Omit<AccountsOptions, 'now' | 'onError'> {
  const settings = readSettings(environment);
  const {
    SDQ_STRIPE_API_KEY: apiKey,
    SDQ_STRIPE_METER_ID: meterId,
    SDQ_STRIPE_EVENT_NAME: eventName,
  } = settings;
  const { SDQ_SMTP_URL: url, SDQ_MAIL_FROM: from } = settings;
  return {
    directory,
    databaseUrl: settings.DATABASE_URL,
    pepper: settings.SDQ_PEPPER,
    billing:
      apiKey === undefined || meterId === undefined || eventName === undefined
        ? undefined
        : { apiKey, meterId, eventName, baseUrl: settings.SDQ_STRIPE_BASE_URL },
    mail: url === undefined || from === undefined ? undefined : { url, from },
    allowPrivateWebhooks: settings.SDQ_WEBHOOKS_ALLOW_PRIVATE,
  };
}
