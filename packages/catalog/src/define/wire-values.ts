import { z } from 'zod';

/** Schemas for the values that upstreams send, which are normalised as far as their meaning is unambiguous. */

/** An ID, quoted or not. A number that has lost digits (above 2^53) is not accepted. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);

/** A count: a number, or text that contains one. Undefined if it is hidden or missing. */
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

/** Hashtags in a text, in lower case and without #. */
export function hashtagsIn(value: string): string[] {
  return [...value.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag.toLowerCase());
}

/** Replaces the HTML entities with which APIs escape texts. */
export function unescaped(value: string): string {
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
