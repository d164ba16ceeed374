import type { AccountsOptions } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { Context } from '../context.ts';

/** What the environment says of accounts and money. Errors: `usage_error` for a setting that lacks its others. */
export function accountsOptions(
  directory: string,
  environment: Context['environment'],
): Omit<AccountsOptions, 'now' | 'onError'> {
  const given = (name: string) => environment[name] || undefined;
  return {
    directory,
    databaseUrl: given('DATABASE_URL'),
    pepper: given('SDQ_PEPPER'),
    billing: all(environment, ['STRIPE_API_KEY', 'STRIPE_METER_ID', 'STRIPE_EVENT_NAME'], (values) => ({
      apiKey: values.STRIPE_API_KEY,
      meterId: values.STRIPE_METER_ID,
      eventName: values.STRIPE_EVENT_NAME,
      baseUrl: given('STRIPE_BASE_URL'),
    })),
    mail: all(environment, ['SMTP_URL', 'MAIL_FROM'], (values) => ({
      url: values.SMTP_URL,
      from: values.MAIL_FROM,
    })),
    allowPrivateWebhooks: isPrivateWebhookAllowed(environment),
  };
}

export function isPrivateWebhookAllowed(environment: Context['environment']): boolean {
  return environment.WEBHOOKS_ALLOW_PRIVATE === '1';
}

/** Whether strangers may make accounts. Errors: `usage_error`. */
export function isSignupOpen(environment: Context['environment']): boolean {
  const setting = environment.SIGNUP || 'closed';
  if (setting !== 'open' && setting !== 'closed') {
    throw new AppError('usage_error', `SIGNUP=${setting} is neither open nor closed`);
  }
  return setting === 'open';
}

function all<Name extends string, Result>(
  environment: Context['environment'],
  names: readonly Name[],
  make: (values: Record<Name, string>) => Result,
): Result | undefined {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) {
    throw new AppError('usage_error', `${missing.join(' and ')} must be set too`, {
      hint: `${names.join(', ')} belong together`,
    });
  }
  return make(Object.fromEntries(names.map((name) => [name, environment[name]])) as Record<Name, string>);
}
