import type { Accounts, ReserveResult, StoredResponse } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { type Delivered, formatCost, type Price, type PriceTables, priceOf, pricesAt } from '@sdq/pricing';
import type { FastifyRequest } from 'fastify';
import { statusOfError, toAppError } from '../response/error-response.ts';
import { principalOf } from './access.ts';
import { idempotencyConflict } from './idempotency.ts';

/** The charge of a request after its reservation: exactly one of `settle` and `fail` must be called. */
export interface Meter {
  /**
   * Charges the delivery; for a request with an Idempotency-Key, `answerOf` makes the response to retain. The charge is
   * durable when it resolves: call it before the response is complete.
   */
  settle(
    delivered: Delivered,
    snapshotId: string | null,
    answerOf?: (price: Price) => StoredResponse | undefined,
  ): Promise<Price>;
  /** Releases the reservation without a charge. Never rejects. */
  fail(error: unknown): Promise<void>;
  /** Records that the connection closed before a settled response was sent completely. Never rejects. */
  undelivered(): Promise<void>;
}

/**
 * Reserves the maximum cost of a request before any work. Quote and charge use the price table in force now.
 * What `isFree` is recorded with what it delivered, and costs nothing. Errors: `insufficient_balance`, `spend_limit_reached`, `idempotency_conflict`, `revoked_api_key`,
 * `service_unavailable`.
 */
export async function openMeter(
  { accounts, prices }: { accounts: Accounts; prices: PriceTables },
  request: FastifyRequest,
  endpoint: string,
  worst: Delivered,
  { isFree = false }: { isFree?: boolean } = {},
): Promise<Meter> {
  const startedAt = performance.now();
  const { accountId, keyId } = principalOf(request);
  const table = pricesAt(Date.now(), prices);
  const priced = (delivered: Delivered) => priceOf(table, endpoint, isFree ? { records: 0 } : delivered);
  const quote = priced(worst);
  const { idempotency } = request;
  const reserved = await accounts.reserve({
    requestId: request.id,
    accountId,
    keyId,
    platform: endpoint.slice(0, endpoint.indexOf('/')),
    endpoint,
    method: request.method,
    units: quote.units,
    priceVersion: quote.version,
    ...(idempotency !== null && { idempotency }),
  });
  if (!reserved.ok) throw refusal(quote.units, reserved);
  const durationMs = () => performance.now() - startedAt;
  return {
    async settle(delivered, snapshotId, answerOf) {
      const price = priced(delivered);
      await accounts.settle({
        requestId: request.id,
        status: 200,
        records: delivered.records,
        units: price.units,
        addons: delivered.addons ?? {},
        lineItems: price.lineItems,
        snapshotId,
        durationMs: durationMs(),
        answer: idempotency === null ? undefined : answerOf?.(price),
      });
      return price;
    },
    async fail(error) {
      const errorCode = toAppError(error).code;
      await accounts
        .release({ requestId: request.id, status: statusOfError(error), errorCode, durationMs: durationMs() })
        .catch((cause: unknown) =>
          request.log.error({ err: cause }, 'Releasing a reservation failed; it is retried'),
        );
    },
    async undelivered() {
      await accounts
        .markUndelivered(request.id)
        .catch((cause: unknown) =>
          request.log.error({ err: cause }, 'Recording an undelivered response failed'),
        );
    },
  };
}

/** Reserves and runs the work, which settles; releases the reservation when it fails. Errors: as `openMeter`. */
export async function metered(
  services: { accounts: Accounts; prices: PriceTables },
  request: FastifyRequest,
  endpoint: string,
  { worst, isFree }: { worst: Delivered; isFree: boolean },
  work: (meter: Meter) => Promise<void>,
): Promise<void> {
  const meter = await openMeter(services, request, endpoint, worst, { isFree });
  try {
    await work(meter);
  } catch (error) {
    await meter.fail(error);
    throw error;
  }
}

function refusal(required: number, result: ReserveResult & { ok: false }): AppError {
  if (result.reason === 'idempotency_key_used') return idempotencyConflict();
  const available = formatCost(Math.max(0, result.availableUnits));
  if (result.reason === 'spend_limit_reached') {
    const meta = {
      required: formatCost(required),
      available,
      spend_limit: formatCost(result.limitUnits ?? 0),
      scope: result.scope,
    };
    return new AppError(
      'spend_limit_reached',
      `Spend limit reached: this request can cost up to ${meta.required}, but only ${available} remains of the ${result.scope}’s monthly spend limit.`,
      {
        meta,
        hint: 'Lower the limit of the request, or raise the spend limit. A new period starts each month.',
      },
    );
  }
  const meta = { required: formatCost(required), balance: formatCost(result.availableUnits) };
  return new AppError(
    'insufficient_balance',
    `Insufficient balance: this request can cost up to ${meta.required}, but the available balance is ${meta.balance}.`,
    { meta, hint: 'Lower the limit of the request, or add credit to the balance' },
  );
}
