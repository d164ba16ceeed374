import { createHash } from 'node:crypto';
import type { SqlQuery } from './sql-query.ts';

/**
 * Names what a request is answered with, as long as the index is the same: weak, since two answers differ in their
 * request id. Null for a query that may give something else each time.
 */
export function entityTag(
  identity: string | null,
  { format, body: { shape, include_full_data, explain } }: Pick<SqlQuery, 'format' | 'body'>,
): string | null {
  if (identity === null) return null;
  const facts = [identity, format, shape ?? 'objects', include_full_data === true, explain];
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
  return `W/"${digest.slice(0, 27)}"`;
}

/** Whether an If-None-Match header names this tag. */
export function matchesTag(header: string | undefined, tag: string | null): boolean {
  if (header === undefined || tag === null) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}
