import { type ErrorCode, errorCodes } from '@sdq/contract';
import { toAppError } from '../response/error-response.ts';
import type { Meter, MeteredRequest } from './metering.ts';

/** A delivery of rows that ended before its result did. */
export interface BrokenDelivery {
  /** Rows that the connection was given. */
  rowsSent: number;
  snapshotId: string;
  error: unknown;
  /** Whether the client closed the connection, did not read, or cancelled the query. */
  hasLeft: boolean;
  log: MeteredRequest['log'];
}

/**
 * Charges the sent rows of a delivery that broke off because of its caller, and marks the ledger entry as undelivered.
 * When the service broke it off, or no row was sent, it is free of charge. Never rejects.
 */
export async function chargeBroken(
  meter: Meter,
  { rowsSent, snapshotId, error, hasLeft, log }: BrokenDelivery,
): Promise<void> {
  const { code } = toAppError(error);
  if (rowsSent === 0 || !(hasLeft || isOfCaller(code))) return await meter.fail(error);
  const failure = hasLeft ? {} : { errorCode: code };
  try {
    await meter.settle({ records: rowsSent }, snapshotId, undefined, { ...failure, isDelivered: false });
  } catch (cause) {
    log.error({ err: cause }, 'Charging the sent rows failed');
    await meter.fail(error);
  }
}

/** Limits that a query exceeds by what it asks, so that its text can decide after which row it fails. */
const limitsOfQueries: ReadonlySet<ErrorCode> = new Set([
  'query_timeout',
  'query_memory_exceeded',
  'result_too_large',
]);

/** Whether the cause of an error that ended a running query is what its caller asked, and not the service. */
export function isOfCaller(code: ErrorCode): boolean {
  if (code === 'query_crashed_engine') return false; // 20 an hour for each account
  return errorCodes[code].kind === 'invalid' || limitsOfQueries.has(code);
}
