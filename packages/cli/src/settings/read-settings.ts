import { AppError } from '@sdq/contract';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { type GivenSetting, givenSettings } from './given-settings.ts';
import { misspeltSettings } from './misspelt-settings.ts';
import type { SettingFacts } from './setting.ts';
import { type SettingName, type Settings, settings } from './settings.ts';

/** Settings of which either all or none are set. */
const groupsSetTogether: readonly (readonly SettingName[])[] = [
  ['SDQ_STRIPE_API_KEY', 'SDQ_STRIPE_METER_ID', 'SDQ_STRIPE_EVENT_NAME'],
  ['SDQ_SMTP_URL', 'SDQ_MAIL_FROM'],
];

const schema = z.object(settings);

/** All settings. An empty variable counts as unset. Errors: `usage_error` that lists every invalid value. */
export function readSettings(environment: Context['environment']): Settings {
  const given = givenSettings(environment);
  const read = schema.safeParse(
    Object.fromEntries(Object.entries(given).map(([name, { value }]) => [name, value])),
  );
  const misspelt = misspeltSettings(environment);
  const faults = read.success
    ? [...misspelt, ...incompleteGroups(given)]
    : [
        ...misspelt,
        ...read.error.issues.map(({ path, message }) =>
          fault(String(path[0]) as SettingName, given, message),
        ),
      ];
  if (faults.length > 0) {
    throw new AppError('usage_error', faults.join('; '), { hint: 'List all settings with: sdq config' });
  }
  return read.data as Settings;
}

/** Group, description, default and secrecy of a setting. */
export function factsOf(name: SettingName): SettingFacts {
  return settings[name].meta() as unknown as SettingFacts;
}

type Given = Readonly<Partial<Record<SettingName, GivenSetting>>>;

function fault(name: SettingName, given: Given, expected: string): string {
  const { variable = name, value = '' } = given[name] ?? {};
  const shown = factsOf(name).isSecret ? variable : `${variable}=${value}`;
  return `${shown} is not ${expected}`;
}

function incompleteGroups(given: Given): string[] {
  return groupsSetTogether.flatMap((names) => {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) return [];
    return [`${missing.join(' and ')} must be set too: ${names.join(', ')} are only valid together`];
  });
}
