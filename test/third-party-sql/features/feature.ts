/** A feature of SQL that is tried with one statement. */
export interface Feature {
  readonly name: string;
  readonly sql: string;
  /**
   * Whether its rows are compared with plain DuckDB's. Answers to the questions of tools describe the catalogue, which is
   * another one there.
   */
  readonly compared?: false;
}

export interface FeatureGroup {
  readonly title: string;
  readonly features: readonly Feature[];
}

type Row = readonly [name: string, sql: string, compared?: 'not compared'];

/** A group of features, each a name and a statement. */
export function group(title: string, features: readonly Row[]): FeatureGroup {
  return {
    title,
    features: features.map(([name, sql, compared]) =>
      compared === undefined ? { name, sql } : { name, sql, compared: false },
    ),
  };
}
