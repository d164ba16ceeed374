import { hostname, userInfo } from 'node:os';
import type { AccountsOptions, Actor } from '@sdq/accounts';
import type { Context } from '../context.ts';
import { readSettings } from '../settings/read-settings.ts';

/** The user of a command, for the audit log. */
function commandLineActor(): Actor {
  const user = process.env.SUDO_USER || nameOf(process.getuid?.());
  return { name: `command line ${user}@${hostname()}`, address: null };
}

/** A user without an entry in /etc/passwd, as in containers, has only a number. */
function nameOf(uid: number | undefined): string {
  try {
    return userInfo().username;
  } catch {
    return String(uid);
  }
}

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
    actor: commandLineActor,
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
