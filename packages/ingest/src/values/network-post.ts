/** The ID of a post in its URN or address; the name of an article in its address. */
export function postIdIn(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return undefined;
  if (/^\d{5,20}$/.test(value)) return value;
  return (
    /(?:activity|ugcPost|share)(?:[:-]|%3A)(\d{15,20})/i.exec(value)?.[1] ??
    decoded(/\/pulse\/([^/?#]+)/.exec(value)?.[1])
  );
}

/** The part of an address without its escapes; as it is if they are malformed. */
export function decoded(slug: string | undefined): string | undefined {
  if (slug === undefined) return undefined;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
