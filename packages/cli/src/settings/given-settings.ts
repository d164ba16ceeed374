import type { Context } from '../context.ts';
import { formerNames } from './former-names.ts';
import { type SettingName, settings } from './settings.ts';

export interface GivenSetting {
  /** The variable that the value was read from: the setting's name or its former name. */
  variable: string;
  value: string;
}

/** The settings in the environment. An empty variable counts as unset; the current name overrides the former one. */
export function givenSettings(
  environment: Context['environment'],
): Partial<Record<SettingName, GivenSetting>> {
  const given: Partial<Record<SettingName, GivenSetting>> = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const variable = [name, formerNames[name]].find((each) => each !== undefined && environment[each]);
    if (variable !== undefined) given[name] = { variable, value: environment[variable] ?? '' };
  }
  return given;
}

/** A warning for each former name in the environment. */
export function formerNameWarnings(environment: Context['environment']): string[] {
  return Object.entries(formerNames).flatMap(([name, former]) => {
    if (!environment[former]) return [];
    return environment[name]
      ? [
          `The environment variables "${name}" and "${former}" are both set: "${former}" is deprecated and ignored`,
        ]
      : [`The environment variable "${former}" is deprecated: use "${name}"`];
  });
}

/** Values of the drivers' settings, under the names that drivers declare: those of the settings without `SDQ_`. */
export function driverSettings(environment: Context['environment']): Record<string, string> {
  const given = Object.entries(givenSettings(environment));
  return Object.fromEntries(given.map(([name, { value }]) => [name.replace(/^SDQ_/, ''), value]));
}
