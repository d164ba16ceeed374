import { z } from 'zod';

/** Values as upstreams send them, mended as far as their meaning is certain. */

/** An id, quoted or not; a number that has lost digits on its way is not an id any more. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);

/** A count: a number, or text that is one. What is hidden or missing is undefined. */
export const count = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.int().optional().catch(undefined),
);

export const text = z.string().nullish().catch(undefined);

/** Unix seconds, a number or text, to ISO 8601. */
export const unixTime = z.coerce
  .number()
  .int()
  .transform((seconds) => isoOf(new Date(seconds * 1_000)));

/** ISO 8601 in any offset, to UTC without fractions. */
export const isoTime = z.string().transform((value, context) => {
  const at = new Date(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (!Number.isNaN(at.getTime())) return isoOf(at);
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

export function isoOf(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** Hashtags in a text: lower case, without #. */
export function hashtagsIn(value: string): string[] {
  return [...value.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag.toLowerCase());
}

/** The entities that APIs escape texts with. */
export function unescaped(value: string): string {
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
