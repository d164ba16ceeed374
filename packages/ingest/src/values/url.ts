import { readLabel } from './text.ts';

/**
 * An address without query and fragment. The query of a media address carries a signature that dies within days;
 * what stands before it names the object. Object keys without a scheme are kept as they are.
 */
export function readUrl(value: unknown): string | null {
  const label = readLabel(value);
  if (label === null) return null;
  const bare = label.split(/[?#]/, 1)[0] ?? '';
  return bare === '' || /\s/.test(bare) ? null : bare;
}

/** The first address of a list, or of `{uri, url_list}` as mobile responses have it. */
export function readFirstUrl(value: unknown): string | null {
  if (Array.isArray(value)) return readUrl(value[0]);
  if (typeof value === 'object' && value !== null) {
    const { url_list: list, urlList, uri } = value as Record<string, unknown>;
    return readFirstUrl(list ?? urlList) ?? readUrl(uri);
  }
  return readUrl(value);
}
