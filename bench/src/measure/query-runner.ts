/** What can be measured. */
export interface QueryRunner {
  /** Runs a query to its last row and throws the rows away; rejects when it fails. */
  run(sql: string): Promise<void>;
}
