import { AppError } from '@sdq/contract';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { SettingFacts } from './setting.ts';
import { type SettingName, type Settings, settings } from './settings.ts';

/** Settings that mean something only together. */
const together: readonly (readonly SettingName[])[] = [
  ['STRIPE_API_KEY', 'STRIPE_METER_ID', 'STRIPE_EVENT_NAME'],
  ['SMTP_URL', 'MAIL_FROM'],
];

const schema = z.object(settings);

/** All settings, or what is wrong with each that is wrong. An empty variable is one that is left out. */
export function readSettings(environment: Context['environment']): Settings {
  const given = Object.fromEntries(
    Object.keys(settings).map((name) => [name, environment[name] || undefined]),
  );
  const read = schema.safeParse(given);
  const faults = read.success
    ? incompleteGroups(given)
    : read.error.issues.map(({ path, message }) =>
        fault(String(path[0]) as SettingName, environment, message),
      );
  if (faults.length > 0) {
    throw new AppError('usage_error', faults.join('; '), { hint: 'sdq config lists all settings' });
  }
  return read.data as Settings;
}

/** What is known of a setting. */
export function factsOf(name: SettingName): SettingFacts {
  return settings[name].meta() as unknown as SettingFacts;
}

function fault(name: SettingName, environment: Context['environment'], what: string): string {
  const shown = factsOf(name).isSecret ? name : `${name}=${environment[name]}`;
  return `${shown} is not ${what}`;
}

function incompleteGroups(given: Readonly<Record<string, string | undefined>>): string[] {
  return together.flatMap((names) => {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) return [];
    return [`${missing.join(' and ')} must be set too: ${names.join(', ')} belong together`];
  });
}
