import { builtInPlatforms } from '@sdq/catalog';
import { AppError, type ErrorCode, errorCodes } from '@sdq/contract';
import { priceTablesOf } from '@sdq/pricing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { chargeBroken, isOfCaller } from '../src/request/charge-broken.ts';
import { type MeteredRequest, openMeter } from '../src/request/metering.ts';

const numRuns = propertyRuns(40);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const prices = priceTablesOf(builtInPlatforms);

const oursAtAnyRow: readonly ErrorCode[] = [
  'internal_error',
  'service_unavailable',
  'engine_closed',
  'disk_full',
  'query_crashed_engine',
  'query_cancelled',
  'result_withdrawn',
  'result_expired',
];
const callersAtAnyRow: readonly ErrorCode[] = [
  'sql_conversion_error',
  'sql_type_error',
  'statement_not_allowed',
  'query_timeout',
  'query_memory_exceeded',
  'result_too_large',
];

describe('a delivery that breaks off', () => {
  test('each error of a running query is the caller’s or the service’s', () => {
    expect(oursAtAnyRow.filter(isOfCaller)).toEqual([]);
    expect(callersAtAnyRow.filter((code) => !isOfCaller(code))).toEqual([]);
  });

  test('costs the rows sent that were not paid when its caller is the cause, and nothing otherwise; books balance', async () => {
    const delivery = fc.record({
      result: fc.constantFrom('a', 'b'),
      rowsSent: fc.nat(30),
      end: fc.constantFrom<('whole' | 'left' | ErrorCode)[]>(
        'whole',
        'left',
        ...(Object.keys(errorCodes) as ErrorCode[]),
        ...callersAtAnyRow,
      ),
      mayVary: fc.boolean(),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 12 }), async (deliveries) => {
        run++;
        const paid = new Map<string, number>();
        for (const [i, { result, rowsSent, end, mayVary }] of deliveries.entries()) {
          const requestId = `broken-${run}-${i}`;
          const before = await figures();
          const id = `${result} ${run}`;
          const meter = await openMeter(
            { accounts: service.accounts, prices },
            requestOf(requestId),
            'shortvideo/sql',
            { records: 30 },
            { once: { result: id, first: 0, mayVary } },
          );
          if (end === 'whole') {
            await meter.settle({ records: rowsSent }, 's', undefined, { isWhole: true });
          } else {
            const hasLeft = end === 'left';
            const code = hasLeft ? 'query_cancelled' : end;
            const error = new AppError(code, 'It broke off');
            const log = { error: () => {} };
            await chargeBroken(meter, { rowsSent, snapshotId: 's', error, hasLeft, log });
          }
          const isPaid = end === 'whole' || end === 'left' || isOfCaller(end);
          const isOnce = !mayVary || end === 'whole';
          const known = isOnce ? (paid.get(id) ?? 0) : 0;
          const expected = isPaid ? Math.max(0, rowsSent - known) : 0;
          const after = await figures();
          expect(after).toEqual({ balance: before.balance - expected, reserved: 0 });
          if (isPaid && isOnce) paid.set(id, Math.max(known, rowsSent));
          const line = await service.accounts.findUsage(service.accountId, requestId);
          const isCharged = end === 'whole' || (isPaid && rowsSent > 0);
          expect(line).toMatchObject({
            state: isCharged ? 'settled' : 'released',
            units: expected,
            delivered: end === 'whole' || !isCharged,
          });
          if (end !== 'whole' && end !== 'left') expect(line?.errorCode).toBe(end);
        }
      }),
      { numRuns },
    );
    expect((await service.accounts.verifyLedger()).disagreements).toEqual([]);
  });
});

function requestOf(id: string): MeteredRequest {
  const { accountId, keyId } = service;
  const principal = { accountId, keyId, kind: 'live' as const, permissions: ['shortvideo' as const] };
  return { id, method: 'POST', principal, idempotency: null, log: { error: () => {} } };
}

async function figures() {
  const account = await service.accounts.findAccount(service.accountId);
  return { balance: account?.balanceUnits ?? 0, reserved: account?.reservedUnits ?? 0 };
}
