import { sqlString } from '@sdq/core';
import type { WorkloadParameters } from '../data/choose-parameters.ts';

/** Kinds of questions customers ask. */
export const queryClasses = [
  'count',
  'top-k',
  'point',
  'author',
  'tag',
  'text',
  'rollup',
  'trend',
  'percentile',
  'distinct',
  'join',
  'window',
  'sample',
  'export',
] as const;

export type QueryClass = (typeof queryClasses)[number];

/**
 * How two answers must agree: `ordered` where ORDER BY leaves no ties, `multiset` where order is free, `row count`
 * where the query itself is approximate, random, or cuts an unordered result.
 */
export type Agreement = 'ordered' | 'multiset' | 'row count';

export interface WorkloadQuery {
  readonly name: string;
  readonly class: QueryClass;
  readonly sql: string;
  readonly agreement: Agreement;
}

/** The queries of one class for one set of parameters. */
export type QueryFamily = (parameters: WorkloadParameters) => WorkloadQuery[];

/** Shorthand for the files of this folder. */
export function familyOf(
  queryClass: QueryClass,
  build: (
    parameters: WorkloadParameters,
  ) => readonly (readonly [name: string, agreement: Agreement, sql: string])[],
): QueryFamily {
  return (parameters) =>
    build(parameters).map(([name, agreement, sql]) => ({
      name,
      class: queryClass,
      agreement,
      sql: sql.replace(/\s+/g, ' ').trim(),
    }));
}

export { sqlString as text };

/** An instant as an SQL literal. */
export function instant(value: string): string {
  return `TIMESTAMPTZ ${sqlString(value)}`;
}
