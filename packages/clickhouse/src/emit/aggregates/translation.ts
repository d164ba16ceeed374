import type { Exactness } from '../functions/translation.ts';
import type { DuckType } from '../plan/duck-type.ts';
import type { PlanNode } from '../plan/read-node.ts';
import type { OrderKey } from '../select/select.ts';
import type { Names } from '../sql/names.ts';
import { guarded, type Value } from '../sql/value.ts';

export interface AggregateCall {
  readonly name: string;
  readonly args: readonly Value[];
  readonly type: DuckType;
  /** FILTER. */
  readonly condition: string | null;
  readonly isDistinct: boolean;
  readonly orders: readonly OrderKey[];
  /** Constants that the binder took out of the arguments. */
  readonly data: PlanNode | undefined;
  /** ` OVER (…)` of a window, else empty. */
  readonly over: string;
  /** Whether each group has a row at least that the aggregate reads. */
  readonly hasRows: boolean;
  readonly names: Names;
}

export interface AggregateTranslation {
  readonly exactness: Exactness;
  /** Aggregates over `videos`, for each group of a GROUP BY. */
  readonly proofs: readonly string[];
  write(call: AggregateCall): Value;
}

/** What FILTER leaves: aggregates leave NULLs out. */
export function filtered({ condition }: AggregateCall, sql: string): string {
  return condition === null ? sql : `if(${condition}, ${sql}, NULL)`;
}

/** NULL over no rows and over NULLs alone. */
export function orNull(call: AggregateCall, name: string, sql: string): string {
  return `${name}OrNull(${call.isDistinct ? 'DISTINCT ' : ''}${sql})${call.over}`;
}

/**
 * A list over the rows of a group. Over no rows DuckDB gives NULL, which a list of ClickHouse cannot be: the query ends
 * with `not_supported_by_backend`.
 */
export function someRows({ name, condition, hasRows }: AggregateCall, list: string): string {
  if (hasRows && condition === null) return list;
  return noNullList(name, condition === null ? 'count()' : `countIf(${condition})`, list);
}

/** The same for values that were counted. */
export function noNullList(name: string, count: string, list: string): string {
  const message = `${name} over no values gives a list that is NULL`;
  return guarded(`${count} = 0`, 'not_supported_by_backend', message, list);
}
