/** The contestants by how questions are written for them. */
export type Spelling = 'sdq' | 'duckdb' | 'clickhouse' | 'clickhouse-tuned';

/** A question with the constants of one run. */
export interface AskedQuestion {
  readonly name: string;
  sql(spelling: Spelling): string;
}

/** Questions about the rows of one kind of collection, and how ClickHouse keeps them. */
export interface CollectionSuite {
  /** What a row is, in the plural. */
  readonly rowsAre: string;
  /** The column that tells a file of such rows. */
  readonly key: string;
  /** The statement that makes the table `posts` with the published columns, ordered by key. */
  readonly clickhouse: string;
  /** The same as an engineer would make it for these questions. */
  readonly clickhouseTuned: string;
  /** The questions with as many sets of constants from the file; the same file and seed give the same ones. */
  draw(source: string, sets: number, seed: number): Promise<AskedQuestion[][]>;
}

/** A question of a suite: its SQL by how a contestant writes its parts, and constants. */
export interface CollectionQuestion<Dialect, Constants> {
  readonly name: string;
  sql(dialect: Dialect, constants: Constants): string;
}

/** The questions of each set of constants. */
export function withConstants<Dialect, Constants>(
  questions: readonly CollectionQuestion<Dialect, Constants>[],
  dialects: Readonly<Record<Spelling, Dialect>>,
  sets: readonly Constants[],
): AskedQuestion[][] {
  return sets.map((constants) =>
    questions.map(({ name, sql }) => ({
      name,
      sql: (spelling) => sql(dialects[spelling], constants).replace(/\s+/g, ' ').trim(),
    })),
  );
}
