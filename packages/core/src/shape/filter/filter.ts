import type { Constant } from '../constants/constant.ts';
import type { Operator } from '../constants/operators.ts';

/**
 * The WHERE clause of one table, as a tree. A row passes where the tree is TRUE; NULL drops it as FALSE does. AND, OR
 * and NOT follow Kleene logic: NOT of NULL is NULL, so `NOT x = 1` is not the complement of `x = 1`.
 */
export type Filter = Junction | Negation | Comparison | NullTest | Truth | TagTest | TextTest | Opaque;

export interface Junction {
  readonly kind: 'and' | 'or';
  readonly children: readonly Filter[];
}

export interface Negation {
  readonly kind: 'not';
  readonly child: Filter;
}

/**
 * A column, or a function of it, compared with something that may be a constant. NULL for a NULL column, but never with
 * IS [NOT] DISTINCT FROM. DuckDB leaves the column out where a truncated one can equal no constant: then `=` is FALSE and
 * `<>` TRUE for a NULL column too. The year of an infinite time is NULL.
 */
export interface Comparison {
  readonly kind: 'comparison';
  readonly column: string;
  readonly of: Derivation;
  readonly operator: Operator;
  readonly value: Constant;
}

/** One of these of the column's time in UTC, or of that in another time zone. */
export type Derivation = DerivationInUtc | { readonly kind: 'local'; readonly of: DerivationInUtc };

/** The column itself, the beginning of the unit of time that it lies in (`::DATE` is that of the day), or its year. */
export type DerivationInUtc =
  | { readonly kind: 'itself' }
  | { readonly kind: 'truncated'; readonly unit: string }
  | { readonly kind: 'year' };

/** `IS NULL` of a column: never NULL itself. */
export interface NullTest {
  readonly kind: 'is null';
  readonly column: string;
}

/** A boolean column as a condition. */
export interface Truth {
  readonly kind: 'is true';
  readonly column: string;
}

/** Tests a list of tags for some of them. */
export interface TagTest {
  readonly kind: 'tags';
  readonly column: string;
  readonly anyOf: readonly string[];
  /** Whether a row that has any of them passes; otherwise it must have all of them. */
  readonly isExact: boolean;
}

/** Searches a text for words or parts of words. */
export interface TextTest {
  readonly kind: 'text';
  readonly column: string;
  /** All of them are in the text of every row that passes. */
  readonly runs: readonly RequiredRun[];
  /** A text that passes; undefined where none is known. */
  readonly passing: string | undefined;
  /** Whether every row that contains the only run passes. */
  readonly isExact: boolean;
}

/** What a lower-case text must contain: a run of letters and digits, possibly at the beginning or end of a word. */
export interface RequiredRun {
  readonly run: string;
  /** Whether a word begins, or ends, with the run: the neighbouring character is known not to belong to a word. */
  readonly beginsWord: boolean;
  readonly endsWord: boolean;
}

/** A condition that the planner does not understand. */
export interface Opaque {
  readonly kind: 'opaque';
}

export const opaque: Opaque = { kind: 'opaque' };

/** The filter that every row passes. */
export const everyRow: Filter = { kind: 'and', children: [] };

/** The conjuncts of a filter: the tree split at its ANDs. */
export function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.children.flatMap(conjuncts) : [filter];
}
