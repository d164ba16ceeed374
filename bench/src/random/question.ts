import type { Draw } from './draw/draw.ts';
import type { DataFacts } from './facts/data-facts.ts';
import type { Sql } from './sql/sql.ts';

/** Which answers to a question are right. SQL leaves open which rows of a tie come first, or come at all. */
export interface Agreement {
  /** Positions of the columns whose values must agree row by row. */
  readonly inOrder?: readonly number[];
  /**
   * `all`: the same rows, in any order. `open`: the columns at `fixed` agree as a multiset, and each row is one of the
   * rows of `among`. `count`: only the number of rows is compared.
   */
  readonly rows: 'all' | 'open' | 'count';
  readonly fixed?: readonly number[];
  /** A query with all rows that an answer may contain. */
  readonly among?: Sql;
}

/** A question as a kind writes it. */
export interface Draft {
  readonly sql: Sql;
  readonly agreement: Agreement;
}

/** What a kind draws from. */
export interface Context {
  readonly draw: Draw;
  readonly facts: DataFacts;
}

/** A kind of questions. All kinds have the same weight. */
export interface Kind {
  readonly name: string;
  readonly description: string;
  /** Whether its questions read a part of a table's rows, or most of them. */
  readonly reads: 'part' | 'most';
  /** Whether its questions search within long texts. */
  readonly text?: true;
  /** Writes one question. Throws {@link NothingToDraw} when the drawn tables do not have what it needs. */
  write(context: Context): Draft;
}

/** A question in the dialects of all peers. */
export interface Question {
  /** Its place in the series, from 1. */
  readonly number: number;
  readonly kind: string;
  readonly reads: 'part' | 'most';
  readonly isText: boolean;
  readonly duckdb: string;
  /** Absent where ClickHouse cannot express the question; then `cannot` says why. */
  readonly clickhouse?: string;
  readonly cannot?: string;
  readonly agreement: Omit<Agreement, 'among'> & { readonly among?: string };
}
