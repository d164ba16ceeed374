import type { ColumnRole } from '@sdq/catalog';

/** How the values of a column are treated, by its type. */
export type ColumnKind = 'number' | 'time' | 'flag' | 'text' | 'list' | 'other';

/** A value and the share of rows that have it. */
export interface SharedValue {
  readonly value: string;
  readonly share: number;
}

/** What questions need to know of a column's values. */
export interface ColumnFacts {
  readonly name: string;
  readonly type: string;
  readonly kind: ColumnKind;
  readonly role?: ColumnRole;
  /** Long texts and lists, which nobody groups by. */
  readonly isLong: boolean;
  /** Whether its value identifies the row. */
  readonly isKey: boolean;
  /** Whether most of its values are web addresses, whose words nobody searches. */
  readonly isAddress: boolean;
  /** A part of a key, an owner or a parent: identifies a row, maybe of another table. */
  readonly isId: boolean;
  readonly nullShare: number;
  /** The share of rows with an empty text or list. */
  readonly emptyShare: number;
  /** Distinct values; of a list, distinct elements. */
  readonly distinct: number;
  /** Characters of a text, or elements of a list, at probabilities 0.1, 0.5, 0.9 and 0.99. */
  readonly lengths: readonly number[];
  /** Quantiles of a number, or of a time in seconds since 1970, at {@link quantileShares}. */
  readonly quantiles: readonly number[];
  /** Values, or elements of lists, by falling share: at ranks that grow geometrically. Of a key: random ones. */
  readonly values: readonly SharedValue[];
  /** Words of a long text, by falling share of rows. */
  readonly words: readonly SharedValue[];
}

export interface TableFacts {
  readonly name: string;
  readonly rows: number;
  readonly key: readonly string[];
  /** The time that orders its rows. */
  readonly mainTime?: string;
  readonly columns: readonly ColumnFacts[];
}

/** A column whose values, or elements, are mostly keys of a table. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly isList: boolean;
  readonly toTable: string;
  readonly toColumn: string;
}

/** What questions are drawn from: tables, columns and statistics of the data, nothing of an index's structures. */
export interface DataFacts {
  readonly tables: readonly TableFacts[];
  readonly references: readonly Reference[];
}

/** The probabilities of quantiles: fine at both ends, where few rows lie. */
export const quantileShares: readonly number[] = [
  0, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55,
  0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99, 0.997, 0.999, 0.9999, 0.99999, 0.999999, 1,
];
