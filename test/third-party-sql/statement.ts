/** A statement that is run in plain DuckDB and through the engine. */
export interface Statement {
  readonly sql: string;
  /** Where it comes from: a family of the corpus, or a file and its line. */
  readonly source: string;
  /** Why it cannot be run, if it cannot: it depends on something that no CTE can stand for. */
  readonly skipped?: string;
}

/** What became of a statement. */
export const outcomes = [
  'equal',
  'open',
  'different',
  'refused',
  'crashed',
  'stopped',
  'failed',
  'skipped',
] as const;
export type Outcome = (typeof outcomes)[number];

/** What each outcome means, for reports and documentation. */
export const meanings: Readonly<Record<Outcome, string>> = {
  equal: 'the same columns, types and rows',
  open: 'rows that SQL leaves open: random values, the clock, samples, ties, the order of rows, what a database tells of itself',
  different: 'other columns, types or rows, or an error while running',
  refused: 'refused by the engine',
  crashed: 'an internal error, or the query process ended',
  stopped: 'stopped by a limit of the engine: time, memory, size',
  failed: 'plain DuckDB itself refuses or stops it; not counted',
  skipped: 'not run: it depends on something that a CTE cannot stand for',
};

/** The outcome of one statement. */
export interface Verdict {
  readonly statement: Statement;
  readonly outcome: Outcome;
  /** The kind of the outcome: the code and message of a refusal, the reason why rows are open, DuckDB's error. */
  readonly kind: string;
  /** Everything that was observed, in one line. */
  readonly detail: string;
}
