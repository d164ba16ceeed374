import { readLabel } from './text.ts';

/**
 * A URL without query and fragment: the query of a media URL is a signature that expires within days. Object keys without
 * a scheme are unchanged.
 */
export function readUrl(value: unknown): string | null {
  const label = readLabel(value);
  if (label === null) return null;
  const bare = label.split(/[?#]/, 1)[0] ?? '';
  return bare === '' || /\s/.test(bare) ? null : bare;
}

/** The first URL of a list, or of `{uri, url_list}` in mobile responses. */
export function readFirstUrl(value: unknown): string | null {
  if (Array.isArray(value)) return readUrl(value[0]);
  if (typeof value === 'object' && value !== null) {
    const { url_list: list, urlList, uri } = value as Record<string, unknown>;
    return readFirstUrl(list ?? urlList) ?? readUrl(uri);
  }
  return readUrl(value);
}
