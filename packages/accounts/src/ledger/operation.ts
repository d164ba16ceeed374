import type { Failure, Reservation, ReserveResult, Settlement } from './ledger-entry.ts';

/** One thing to write; several of them share a transaction. */
export type Operation =
  | { kind: 'reserve'; reservation: Reservation }
  | { kind: 'settle'; settlement: Settlement }
  | { kind: 'release'; failure: Failure }
  | { kind: 'undelivered'; requestId: string };

/** What became of an operation, in a transaction that was committed. */
export type Outcome =
  | { ok: true; result: ReserveResult | undefined }
  /** This operation was refused, and wrote nothing; the others of its batch stand. */
  | { ok: false; error: unknown };

/** Whether the operation has to be on disk before its promise resolves: only a charge has. */
export function mustBeDurable(operation: Operation): boolean {
  return operation.kind === 'settle';
}
