import { editDistance } from '@sdq/contract';
import type { Context } from '../context.ts';
import { formerNames } from './former-names.ts';
import { settings } from './settings.ts';

/** Names that are shorter may be something else in one letter already. */
const longName = 10;

/**
 * Variables of the environment that nearly have the name of a setting, which would be ignored in silence: one message
 * each, with the name that is meant. Variables of other programs, of the clients and of tests are not refused.
 */
export function misspeltSettings(environment: Context['environment']): string[] {
  const names = [...Object.keys(settings), ...Object.values(formerNames)];
  const known = new Set<string>(names);
  return Object.keys(environment).flatMap((variable) => {
    if (known.has(variable) || !environment[variable]) return [];
    const reach = variable.length >= longName ? 2 : 1;
    const isOurs = variable.startsWith('SDQ_') || variable.length >= longName;
    if (!isOurs) return [];
    const meant = names.find((name) => editDistance(variable, name) <= reach);
    return meant === undefined ? [] : [`Unknown setting ${variable}: ${meant} is meant?`];
  });
}

/** Variables with our prefix that are no settings of this version. */
export function unknownSettings(environment: Context['environment']): string[] {
  const names = Object.keys(settings);
  return Object.keys(environment).filter(
    (variable) => variable.startsWith('SDQ_') && !names.includes(variable) && environment[variable],
  );
}
