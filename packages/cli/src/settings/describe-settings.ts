import type { Context } from '../context.ts';
import { formerNames } from './former-names.ts';
import { givenSettings } from './given-settings.ts';
import { factsOf } from './read-settings.ts';
import type { SettingGroup } from './setting.ts';
import { type SettingName, settings } from './settings.ts';

/** A setting as reports show it. */
export interface DescribedSetting {
  name: string;
  /** The name that is deprecated; null where there is none. */
  formerly: string | null;
  group: SettingGroup;
  /** Null if the setting is neither given nor has a default; `***` for a secret that is given. */
  value: string | null;
  default: string | null;
  source: 'environment' | 'default' | 'unset';
  about: string;
}

/** Every setting with its value in this environment, secrets redacted. Values are not validated. */
export function describeSettings(environment: Context['environment']): DescribedSetting[] {
  const allGiven = givenSettings(environment);
  return (Object.keys(settings) as SettingName[]).map((name) => {
    const { group, about, isSecret = false, default: fallback = null } = factsOf(name);
    const given = allGiven[name]?.value;
    const source = given !== undefined ? 'environment' : fallback !== null ? 'default' : 'unset';
    const value = given === undefined ? fallback : isSecret ? '***' : given;
    return { name, formerly: formerNames[name] ?? null, group, value, default: fallback, source, about };
  });
}
