/** What the process that reads a database tells at its end. */
export interface ProcessReport {
  readonly error?: string;
  /** Columns of binary values, which are left out. */
  readonly binaryColumns?: readonly string[];
}
