import type { Context } from '../context.ts';
import { factsOf } from './read-settings.ts';
import type { SettingGroup } from './setting.ts';
import { type SettingName, settings } from './settings.ts';

/** A setting as reports show it. */
export interface DescribedSetting {
  name: string;
  group: SettingGroup;
  /** Null when it is neither given nor has a default; `***` for a secret that is given. */
  value: string | null;
  default: string | null;
  source: 'environment' | 'default' | 'unset';
  about: string;
}

/** Every setting with its value in this environment, secrets hidden. It reads, but does not check. */
export function describeSettings(environment: Context['environment']): DescribedSetting[] {
  return (Object.keys(settings) as SettingName[]).map((name) => {
    const { group, about, isSecret = false, default: fallback = null } = factsOf(name);
    const given = environment[name] || undefined;
    const source = given !== undefined ? 'environment' : fallback !== null ? 'default' : 'unset';
    const value = given === undefined ? fallback : isSecret ? '***' : given;
    return { name, group, value, default: fallback, source, about };
  });
}
