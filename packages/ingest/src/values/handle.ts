import { readLabel } from './text.ts';

/**
 * A username in lower case without @, in any script, including the masks of some data sellers. For the URL of a
 * profile, the name after its @.
 */
export function readHandle(value: unknown): string | null {
  const label = readLabel(value);
  if (label === null) return null;
  const isUrl = /^https?:\/\//i.test(label);
  const name = (isUrl ? (/\/@([^/?#]+)/.exec(label)?.[1] ?? '') : label)
    .replace(/^@+/, '')
    .trim()
    .toLowerCase();
  return name === '' ? null : name;
}

/** A two-letter country code in upper case; any other value is unknown. */
export function readRegion(value: unknown): string | null {
  const label = readLabel(value);
  return label !== null && /^[a-z]{2}$/i.test(label) ? label.toUpperCase() : null;
}

/** A BCP 47 language tag; `un` and `und` (undetermined) are unknown. */
export function readLanguage(value: unknown): string | null {
  const label = readLabel(value)?.replaceAll('_', '-');
  if (label === undefined || /^und?$/i.test(label)) return null;
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(label) ? label : null;
}
