import type { CaseMaps } from '../bind/case-maps.ts';
import type { DuckType } from '../plan/duck-type.ts';
import type { PlanNode } from '../plan/read-node.ts';
import type { Names } from '../sql/names.ts';
import type { Value } from '../sql/value.ts';

export interface Call {
  /** In lower case. */
  readonly name: string;
  readonly args: readonly Value[];
  /** The type that DuckDB gives the result. */
  readonly type: DuckType;
  readonly names: Names;
  readonly caseMaps: CaseMaps;
  /** What the binder took out of the arguments. */
  readonly data?: PlanNode | undefined;
}

/**
 * How well a translation agrees with DuckDB: `exact` to the last bit; `close`, where doubles may differ by 1e-12
 * relative; `open`, where DuckDB itself may answer one of several; `approximate` by its name.
 */
export type Exactness = 'exact' | 'close' | 'open' | 'approximate';

/** A function of DuckDB in ClickHouse's SQL. */
export interface Translation {
  readonly exactness: Exactness;
  /** Expressions over `videos` with which a test compares both, over rows that are hard. */
  readonly proofs: readonly string[];
  /** Refuses what is not exact. */
  write(call: Call): Value;
}

export type Translations = Readonly<Record<string, Translation>>;

export function exact(proofs: readonly string[], write: (call: Call) => Value): Translation {
  return { exactness: 'exact', proofs, write };
}

export function close(proofs: readonly string[], write: (call: Call) => Value): Translation {
  return { exactness: 'close', proofs, write };
}
