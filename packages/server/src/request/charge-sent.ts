import type { QueryResult } from '@sdq/core';
import type { Meter, MeteredRequest } from './metering.ts';

/**
 * Charges the sent rows when the client has left a result, and marks the ledger entry as undelivered. Never rejects.
 */
export async function chargeSent(
  { rowsTaken }: Pick<QueryResult, 'rowsTaken'>,
  snapshotId: string,
  meter: Meter,
  log: MeteredRequest['log'],
  error: unknown,
): Promise<void> {
  if (rowsTaken === 0) return await meter.fail(error);
  try {
    await meter.settle({ records: rowsTaken }, snapshotId);
    await meter.undelivered();
  } catch (cause) {
    log.error({ err: cause }, 'Charging the sent rows failed');
    await meter.fail(error);
  }
}
