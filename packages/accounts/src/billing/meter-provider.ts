/** What a customer was charged in one minute, as the billing provider is told of it. */
export interface MeterEvent {
  /** Sent again with the same identifier, an event is counted once, for as long as the provider remembers it. */
  identifier: string;
  customer: string;
  units: number;
  /** Start of the minute. */
  timestamp: Date;
}

/** Counts what customers are charged, and bills them by it. */
export interface MeterProvider {
  /** Resolves when the event is counted, now or before. Errors: MeterFailure. */
  send(event: MeterEvent): Promise<void>;
  /** The sum of a customer's events in `[start, end)`, both on minute bounds; in units. Errors: MeterFailure. */
  sum(customer: string, window: { start: Date; end: Date }): Promise<number>;
}

/** Why an event was not counted. */
export class MeterFailure extends Error {
  /** Whether it may have been counted nevertheless: the answer is what got lost. */
  readonly mayBeCounted: boolean;
  /** Whether trying again is useless. */
  readonly isFinal: boolean;

  constructor(message: string, facts: { mayBeCounted: boolean; isFinal: boolean; cause: unknown }) {
    super(message, { cause: facts.cause });
    this.name = 'MeterFailure';
    this.mayBeCounted = facts.mayBeCounted;
    this.isFinal = facts.isFinal;
  }
}
