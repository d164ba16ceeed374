import type { ResultColumn } from '@sdq/contract';

/** The tables that a statement reads: those of the index, or the same rows in another order. */
export type RowOrder = 'stored' | 'shuffled';

/** Rows of an answer, or why there are none. */
export type PlainAnswer =
  | {
      readonly outcome: 'rows';
      readonly columns: readonly Pick<ResultColumn, 'name' | 'type'>[];
      /** Rows as NDJSON; null where they cannot be encoded: a type, or a value that is broken. */
      readonly lines: readonly string[] | null;
      /** Whether there were more rows or bytes than are compared. */
      readonly isCut: boolean;
    }
  | { readonly outcome: 'error'; readonly type: string; readonly message: string };

/** What the process is asked, and its result. */
export interface PlainCalls {
  open: { argument: { script: string; dataDirectory: string; schema: string }; result: undefined };
  run: {
    argument: { sql: string; order: RowOrder; rowsMax: number; bytesMax: number };
    result: PlainAnswer;
  };
  /** DuckDB's syntax tree as JSON text; null for a statement that it does not serialize. */
  syntax: { argument: string; result: string | null };
  /** SQL text of a syntax tree; null if it cannot be written. */
  text: { argument: string; result: string | null };
  /** Runs a statement that prepares tables. Its error, or null. */
  prepare: { argument: string; result: string | null };
  /** Forgets what was prepared. */
  forget: { argument: undefined; result: undefined };
  /** Names of the tables that were prepared. */
  preparedTables: { argument: undefined; result: string[] };
  /** A prepared table as the text of a CTE; null if it has too many rows. */
  cteOf: { argument: { table: string; rowsMax: number; charactersMax: number }; result: string | null };
}

export type PlainCall = keyof PlainCalls;
export type PlainRequest = {
  [Call in PlainCall]: { call: Call; argument: PlainCalls[Call]['argument'] };
}[PlainCall];
export type PlainReply = { readonly result: unknown } | { readonly error: string };
