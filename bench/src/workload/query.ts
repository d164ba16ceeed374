import { sqlString } from '@sdq/duckdb/sql';
import type { WorkloadParameters } from './parameters.ts';

/** The classes of customers' queries. */
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
 * How two answers must agree: `ordered` if ORDER BY leaves no ties, `multiset` if the order is undefined, `row count`
 * if the query is approximate or random, or limits an unordered result.
 */
export type Agreement = 'ordered' | 'multiset' | 'row count';

/** The SQL dialect of a peer. */
export type Dialect = 'duckdb' | 'clickhouse' | 'polars';

/** A query in a peer's dialect, or the reason why it cannot be expressed. */
export type Spelling = string | { readonly cannot: string };

/** Alternatives where the replacements in `dialects.ts` are not sufficient. */
export type Spellings = Readonly<Partial<Record<Exclude<Dialect, 'duckdb'>, Spelling>>>;

/** A query that is measured: in DuckDB's dialect, and in others where they differ. */
export interface AskedQuery {
  readonly name: string;
  readonly sql: string;
  readonly spellings: Spellings;
}

export interface WorkloadQuery extends AskedQuery {
  readonly class: QueryClass;
  readonly agreement: Agreement;
}

/** The queries of one class for one set of parameters. */
export type QueryFamily = (parameters: WorkloadParameters) => WorkloadQuery[];

/** A query as it is written in the files of this directory. */
export type QueryEntry = readonly [name: string, agreement: Agreement, sql: string, spellings?: Spellings];

/** Creates a query family from the entries in a file of this directory. */
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

/** The text without the line breaks and indentation of the source file. */
export function oneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}

export const heats = ['hot', 'middle', 'tail'] as const;

export { sqlString as text };

/** A list of SQL literals for IN. */
export function texts(values: readonly string[]): string {
  return values.map(sqlString).join(', ');
}

/** A timestamp as an SQL literal. */
export function instant(value: string): string {
  return `TIMESTAMPTZ ${sqlString(value)}`;
}
