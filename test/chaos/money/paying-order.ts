import type { Customer } from '../../support/customer.ts';

/** Units of a row. */
export const rowUnits = 3;

/** A request for rows of a result, and how it ends. */
export interface PaidRequest {
  requestId: string;
  customer: Pick<Customer, 'accountId' | 'keyId'>;
  /** A question and a snapshot. */
  result: string;
  first: number;
  limit: number;
  delivered: number;
  /** False when another run could give other rows. */
  isOnce: boolean;
  end: 'whole' | 'breaks' | 'fails';
}

/** What a process is told to do. */
export interface PayingOrder {
  order: number;
  step: 'reserve' | 'settle' | 'run';
  /** Milliseconds since 1970. */
  now: number;
  request: PaidRequest;
}
