import type { Charge, Failure, Reservation, ReserveResult, Settlement } from './ledger-entry.ts';

/** A ledger operation; several operations share a transaction. */
export type Operation =
  | { kind: 'reserve'; reservation: Reservation }
  | { kind: 'settle'; settlement: Settlement }
  | { kind: 'release'; failure: Failure }
  | { kind: 'undelivered'; requestId: string };

/** The outcome of an operation in a committed transaction. */
export type Outcome =
  | { ok: true; result: ReserveResult | Charge | undefined }
  /** The operation was refused and wrote nothing; the others of its batch are committed. */
  | { ok: false; error: unknown };

/** Whether the operation must be durable before its promise resolves: only a charge must. */
export function mustBeDurable(operation: Operation): boolean {
  return operation.kind === 'settle';
}
