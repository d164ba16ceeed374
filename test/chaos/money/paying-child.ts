/** Reserves and settles what it is told, one line of JSON each, until it is killed. */
import { createInterface } from 'node:readline';
import { openAccounts } from '@sdq/accounts';
import { reservationOf, settlementOf } from '../../support/customer.ts';
import { type PaidRequest, type PayingOrder, rowUnits } from './paying-order.ts';

const [directory = '', databaseUrl] = process.argv.slice(2);
const clock = { now: Date.now() };
const accounts = await openAccounts({ directory, databaseUrl, now: () => clock.now });

async function reserve(request: PaidRequest): Promise<undefined> {
  const { requestId, customer, result, first, limit, isOnce } = request;
  const once = { result, first, records: limit, unitsEach: rowUnits };
  const reservation = reservationOf(customer, requestId, limit * rowUnits);
  const reserved = await accounts.reserve({ ...reservation, ...(isOnce && { once }) });
  if (!reserved.ok) throw new Error(reserved.reason);
}

async function settle({ requestId, result, first, delivered, isOnce, end }: PaidRequest): Promise<number> {
  if (end === 'fails') {
    await accounts.release({ requestId, status: 400, errorCode: 'sql_syntax_error', durationMs: 1 });
    return 0;
  }
  const units = delivered * rowUnits;
  const chargeFor = (unpaid: number) => ({ units: unpaid * rowUnits, lineItems: [] });
  const charge = await accounts.settle({
    ...settlementOf(requestId, units),
    records: delivered,
    ...(end === 'breaks' && { errorCode: 'sql_conversion_error' }),
    ...(isOnce && { once: { result, first, chargeFor } }),
  });
  return charge.units;
}

const steps = {
  reserve,
  settle,
  async run(request: PaidRequest): Promise<number> {
    await reserve(request);
    return await settle(request);
  },
};

process.stdout.write('{"ready":true}\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { order, step, now, request } = JSON.parse(line) as PayingOrder;
  clock.now = now;
  void steps[step](request).then(
    (units) => process.stdout.write(`${JSON.stringify({ order, units })}\n`),
    (error: unknown) => process.stdout.write(`${JSON.stringify({ order, error: String(error) })}\n`),
  );
}
