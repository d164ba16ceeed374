/** A request that was made, and its answer; what differs from run to run is set to a fixed value. */
export interface Example {
  status: number;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | number | boolean>>;
  /** Undefined where none was sent. */
  body?: unknown;
  /** Undefined where the answer is not JSON. */
  answer?: unknown;
}

/** Of one operation: what is right, and what validation refused, where there is anything to validate. */
export interface OperationExamples {
  valid: Example;
  invalid?: Example;
}
