import type { Accounts, ReserveResult, StoredResponse } from '@sdq/accounts';
import { AppError, type Platform } from '@sdq/contract';
import { type Delivered, formatCost, type Price, type PricedEndpoint, priceOf, pricesAt } from '@sdq/pricing';
import type { FastifyRequest } from 'fastify';
import { statusOfError, toAppError } from '../response/error-response.ts';
import { principalOf } from './access.ts';
import { idempotencyConflict } from './idempotency.ts';

/** A priced request from its reservation to its end: exactly one of `settle` and `fail`. */
export interface Meter {
  /**
   * What the delivery costs, and when `answerOf` is given for a request that its caller named, the answer to keep.
   * The charge is durable when it resolves: call it before the answer can be taken for whole.
   */
  settle(
    delivered: Delivered,
    snapshotId: string | null,
    answerOf?: (price: Price) => StoredResponse | undefined,
  ): Promise<Price>;
  /** Ends it without a charge. Never rejects: the failure it records is the one to answer. */
  fail(error: unknown): Promise<void>;
  /** Notes that the caller was gone before a settled answer had left whole. Never rejects. */
  undelivered(): Promise<void>;
}

/**
 * Reserves the worst case of a request before any work. Quote and charge are by the price table in force now.
 * Errors: `insufficient_balance`, `spend_limit_reached`, `idempotency_conflict`, `revoked_api_key`,
 * `service_unavailable`.
 */
export async function openMeter(
  accounts: Accounts,
  request: FastifyRequest,
  endpoint: PricedEndpoint,
  worst: Delivered,
): Promise<Meter> {
  const startedAt = performance.now();
  const { accountId, keyId } = principalOf(request);
  const table = pricesAt(Date.now());
  const quote = priceOf(table, endpoint, worst);
  const { idempotency } = request;
  const reserved = await accounts.reserve({
    requestId: request.id,
    accountId,
    keyId,
    platform: endpoint.split('/', 1)[0] as Platform,
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
      const price = priceOf(table, endpoint, delivered);
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
          request.log.error({ err: cause }, 'a reservation could not be released yet'),
        );
    },
    async undelivered() {
      await accounts
        .markUndelivered(request.id)
        .catch((cause: unknown) => request.log.error({ err: cause }, 'a lost answer could not be noted'));
    },
  };
}

/** Reserves, works, and ends without a charge when the work fails. The work settles. Errors: as `openMeter`. */
export async function metered(
  accounts: Accounts,
  request: FastifyRequest,
  endpoint: PricedEndpoint,
  worst: Delivered,
  work: (meter: Meter) => Promise<void>,
): Promise<void> {
  const meter = await openMeter(accounts, request, endpoint, worst);
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
      `This request may cost ${meta.required}, and the spend limit of the ${result.scope} leaves ${available}`,
      {
        meta,
        hint: 'lower the limit of the request, or raise the spend limit; a new period begins each month',
      },
    );
  }
  const meta = { required: formatCost(required), balance: formatCost(result.availableUnits) };
  return new AppError(
    'insufficient_balance',
    `This request may cost ${meta.required}, and the balance is ${meta.balance}`,
    { meta, hint: 'lower the limit, or add to the balance' },
  );
}
