/** Something that runs queries and can be measured. */
export interface QueryRunner {
  /** Runs a query to its last row and discards the rows; rejects when it fails. */
  run(sql: string): Promise<void>;
}
