import type { Accounts } from '@sdq/accounts';
import { AppError, type Platform } from '@sdq/contract';
import { type Delivered, formatCost, type Price, type PricedEndpoint, priceOf } from '@sdq/pricing';
import type { FastifyRequest } from 'fastify';
import { statusOfError, toAppError } from '../response/error-response.ts';
import { principalOf } from './access.ts';

/** A priced request from its reservation to its end: exactly one of `settle` and `fail`. */
export interface Meter {
  /** Charges what was delivered; durable when it resolves. Call it before the answer can be taken for whole. */
  settle(delivered: Delivered, snapshotId: string | null): Promise<Price>;
  /** Ends it without a charge. Never rejects: the failure it records is the one to answer. */
  fail(error: unknown): Promise<void>;
  /** Notes that the caller was gone before a settled answer had left whole. Never rejects. */
  undelivered(): Promise<void>;
}

/**
 * Reserves the worst case of a request before any work.
 * Errors: `insufficient_balance`, `service_unavailable`.
 */
export async function openMeter(
  accounts: Accounts,
  request: FastifyRequest,
  endpoint: PricedEndpoint,
  worst: Delivered,
): Promise<Meter> {
  const startedAt = performance.now();
  const { accountId, keyId } = principalOf(request);
  const quote = priceOf(endpoint, worst);
  const reserved = await accounts.reserve({
    requestId: request.id,
    accountId,
    keyId,
    platform: endpoint.split('/', 1)[0] as Platform,
    endpoint,
    method: request.method,
    units: quote.units,
    priceVersion: quote.version,
  });
  if (!reserved.ok) throw insufficientBalance(quote.units, reserved.availableUnits);
  const durationMs = () => performance.now() - startedAt;
  return {
    async settle(delivered, snapshotId) {
      const price = priceOf(endpoint, delivered);
      await accounts.settle({
        requestId: request.id,
        status: 200,
        records: delivered.records,
        units: price.units,
        lineItems: price.lineItems,
        snapshotId,
        durationMs: durationMs(),
      });
      return price;
    },
    async fail(error) {
      const errorCode = toAppError(error).code;
      await accounts
        .release({ requestId: request.id, status: statusOfError(error), errorCode, durationMs: durationMs() })
        .catch((cause: unknown) => request.log.error({ err: cause }, 'a reservation could not be released'));
    },
    async undelivered() {
      await accounts
        .markUndelivered(request.id)
        .catch((cause: unknown) => request.log.error({ err: cause }, 'a lost answer could not be noted'));
    },
  };
}

function insufficientBalance(required: number, available: number): AppError {
  const meta = { required: formatCost(required), balance: formatCost(available) };
  return new AppError(
    'insufficient_balance',
    `This request may cost ${meta.required}, and the balance is ${meta.balance}`,
    { meta, hint: 'lower the limit, or add to the balance' },
  );
}
