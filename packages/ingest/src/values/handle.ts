import { readLabel } from './text.ts';

/**
 * A username: lower case, without @, in any script and with the masks some sellers put into it. Of the
 * address of a page, the name behind its @.
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

/** A two-letter country, upper case; anything else is unknown. */
export function readRegion(value: unknown): string | null {
  const label = readLabel(value);
  return label !== null && /^[a-z]{2}$/i.test(label) ? label.toUpperCase() : null;
}

/** A BCP 47 language; `un` and `und`, the platform's words for undetermined, are unknown. */
export function readLanguage(value: unknown): string | null {
  const label = readLabel(value)?.replaceAll('_', '-');
  if (label === undefined || /^und?$/i.test(label)) return null;
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(label) ? label : null;
}
