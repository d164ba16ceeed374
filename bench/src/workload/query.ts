import { sqlString } from '@sdq/duckdb/sql';
import type { WorkloadParameters } from './parameters.ts';

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

/** How a peer's SQL is spelled. */
export type Dialect = 'duckdb' | 'clickhouse' | 'polars';

/** A query in another peer's words, or why it cannot say it. */
export type Spelling = string | { readonly cannot: string };

/** Spellings where the words of `dialects.ts` are not enough. */
export type Spellings = Readonly<Partial<Record<Exclude<Dialect, 'duckdb'>, Spelling>>>;

export interface WorkloadQuery {
  readonly name: string;
  readonly class: QueryClass;
  readonly sql: string;
  readonly agreement: Agreement;
  readonly spellings: Spellings;
}

/** The queries of one class for one set of parameters. */
export type QueryFamily = (parameters: WorkloadParameters) => WorkloadQuery[];

/** A query as the files of this folder write it down. */
export type QueryEntry = readonly [name: string, agreement: Agreement, sql: string, spellings?: Spellings];

/** Shorthand for the files of this folder. */
export function familyOf(
  queryClass: QueryClass,
  build: (parameters: WorkloadParameters) => readonly QueryEntry[],
): QueryFamily {
  return (parameters) =>
    build(parameters).map(([name, agreement, sql, spellings = {}]) => ({
      name,
      class: queryClass,
      agreement,
      sql: oneLine(sql),
      spellings,
    }));
}

/** The same text without the line breaks and indents of the source file. */
export function oneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}

export const heats = ['hot', 'middle', 'tail'] as const;

export { sqlString as text };

/** A list of SQL literals for IN. */
export function texts(values: readonly string[]): string {
  return values.map(sqlString).join(', ');
}

/** An instant as an SQL literal. */
export function instant(value: string): string {
  return `TIMESTAMPTZ ${sqlString(value)}`;
}
