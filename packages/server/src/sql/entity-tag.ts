import { createHash } from 'node:crypto';
import type { SqlQuery } from './sql-query.ts';

/**
 * The weak entity tag of a response: equal as long as the index is unchanged; weak, because responses differ in their
 * request ID. Null for a volatile query.
 */
export function entityTag(
  identity: string | null,
  {
    format,
    body: { shape, csv_safe, receipt, include_full_data, explain },
  }: Pick<SqlQuery, 'format' | 'body'>,
): string | null {
  if (identity === null) return null;
  const facts = [
    identity,
    format,
    shape ?? 'objects',
    include_full_data === true,
    explain,
    csv_safe === true,
    ...(receipt ? ['receipt'] : []),
  ];
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
  return `W/"${digest.slice(0, 27)}"`;
}

/** Whether an If-None-Match header contains this tag. */
export function matchesTag(header: string | undefined, tag: string | null): boolean {
  if (header === undefined || tag === null) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}
