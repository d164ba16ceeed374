/** The class of an error. Only `packages/server` turns a kind into an HTTP status. */
export type ErrorKind = 'invalid' | 'denied' | 'missing' | 'limit' | 'upstream' | 'internal';

export interface ErrorCodeFacts {
  readonly kind: ErrorKind;
  /** Whether the same request may succeed when it is sent again. */
  readonly retryable: boolean;
  /** One line for the documentation. */
  readonly meaning: string;
}
