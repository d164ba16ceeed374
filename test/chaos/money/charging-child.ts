/**
 * Charges requests for as long as it lives, and writes down each one that is charged: `+<id> <units>`, and each that
 * was refused: `-<id>`. A line is out of this process before the next request begins.
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { openAccounts } from '@sdq/accounts';
import { reservationOf, settlementOf } from '../../support/customer.ts';

const [directory = '', accountId = '', keyId = '', clients = '8', pauseMs = '0'] = process.argv.slice(2);
const accounts = await openAccounts({ directory });
await accounts.releaseAbandoned();
flushCompileCache(); // a process that is killed does not write it
writeSync(1, 'ready\n');

async function charge(requestId: string, units: number): Promise<void> {
  const reserved = await accounts.reserve(reservationOf({ accountId, keyId }, requestId));
  if (!reserved.ok) throw new Error(reserved.reason);
  try {
    await accounts.settle(settlementOf(requestId, units));
  } catch (error) {
    await accounts
      .release({ requestId, status: 503, errorCode: 'service_unavailable', durationMs: 1 })
      .catch(() => {});
    throw error;
  }
}

await Promise.all(
  Array.from({ length: Number(clients) }, async (_, client) => {
    for (let i = 0; ; i++) {
      const requestId = `req_${process.pid}_${Date.now()}_${client}_${i}`;
      const units = 1 + (i % 9);
      const line = await charge(requestId, units).then(
        () => `+${requestId} ${units}\n`,
        (error: { code?: string }) => `-${requestId} ${error.code ?? String(error)}\n`,
      );
      writeSync(1, line);
      if (Number(pauseMs) > 0) await new Promise((resolve) => setTimeout(resolve, Number(pauseMs)));
    }
  }),
);
