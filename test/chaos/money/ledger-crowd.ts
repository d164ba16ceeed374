import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { makeCustomer, reservationOf, settlementOf } from '../../support/customer.ts';

export interface LedgerCrowdResult {
  requests: number;
  units: number;
  ledgerDifference: number;
  summaryDifference: number;
  balanceDifference: number;
}

const creditUnits = 1_000_000_000;

/** Clients of one account that are charged at the same time; every sum there is compared with what they were charged. */
export async function ledgerCrowd(options: {
  clients: number;
  requestsEach: number;
  signal?: AbortSignal;
}): Promise<LedgerCrowdResult> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-crowd-'));
  const accounts = await openAccounts({ directory });
  const customer = await makeCustomer(accounts, creditUnits);
  const { accountId } = customer;
  let units = 0;
  await Promise.all(
    Array.from({ length: options.clients }, async (_, client) => {
      for (let i = 0; i < options.requestsEach; i++) {
        options.signal?.throwIfAborted();
        const requestId = `req_${client}_${i}`;
        await accounts.reserve(reservationOf(customer, requestId));
        if (i % 10 === 9) {
          await accounts.release({ requestId, status: 400, errorCode: 'sql_type_error', durationMs: 1 });
          continue;
        }
        const cost = (client * 7 + i) % 100;
        await accounts.settle(settlementOf(requestId, cost));
        units += cost;
      }
    }),
  );
  let ledgerUnits = 0;
  let requests = 0;
  let after: { createdAt: Date; requestId: string } | undefined;
  do {
    const page = await accounts.listUsage(accountId, { limit: 10_000, after });
    for (const line of page) ledgerUnits += line.units;
    requests += page.length;
    after = page.at(-1);
  } while (after !== undefined);
  const summary = await accounts.usageSummary(accountId);
  const left = await accounts.findAccount(accountId);
  await accounts.close();
  await rm(directory, { recursive: true, force: true });
  return {
    requests,
    units,
    ledgerDifference: ledgerUnits - units,
    summaryDifference: summary.costUnits - units,
    balanceDifference: creditUnits - units - (left?.balanceUnits ?? Number.NaN),
  };
}
