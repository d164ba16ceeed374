/** The charges of a customer in one minute, sent to the billing provider. */
export interface MeterEvent {
  /** Idempotency key: the provider counts repeated events with one identifier once, as long as it remembers it. */
  identifier: string;
  customer: string;
  units: number;
  /** Start of the minute. */
  timestamp: Date;
}

/** A billing provider with usage meters. */
export interface MeterProvider {
  /** Resolves when the event is counted, now or earlier. Errors: MeterFailure. */
  send(event: MeterEvent): Promise<void>;
  /** The sum of a customer's events in `[start, end)`, both on minute boundaries; in units. Errors: MeterFailure. */
  sum(customer: string, window: { start: Date; end: Date }): Promise<number>;
}

/** The error of an event that was not counted. */
export class MeterFailure extends Error {
  /** Whether the event may have been counted although the response was lost. */
  readonly mayBeCounted: boolean;
  /** Whether the error is not retryable. */
  readonly isFinal: boolean;

  constructor(message: string, facts: { mayBeCounted: boolean; isFinal: boolean; cause: unknown }) {
    super(message, { cause: facts.cause });
    this.name = 'MeterFailure';
    this.mayBeCounted = facts.mayBeCounted;
    this.isFinal = facts.isFinal;
  }
}
