import type { Accounts, ReserveResult, StoredAnswer } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { type Delivered, formatCost, type Price, type PriceTables, priceOf, pricesAt } from '@sdq/pricing';
import type { FastifyRequest } from 'fastify';
import { statusOfError, toAppError } from '../response/error-response.ts';
import { principalOf } from './access.ts';
import { namedBefore } from './idempotency.ts';

/** A priced request from its reservation to its end: exactly one of `settle` and `fail`. */
export interface Meter {
  /**
   * What the delivery costs, and when `answerOf` is given for a request that its caller named, the answer to keep.
   * The charge is durable when it resolves: call it before the answer can be taken for whole.
   */
  settle(
    delivered: Delivered,
    snapshotId: string | null,
    answerOf?: (price: Price) => StoredAnswer | undefined,
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
  { accounts, prices }: { accounts: Accounts; prices: PriceTables },
  request: FastifyRequest,
  endpoint: string,
  worst: Delivered,
): Promise<Meter> {
  const startedAt = performance.now();
  const { accountId, keyId } = principalOf(request);
  const table = pricesAt(Date.now(), prices);
  const quote = priceOf(table, endpoint, worst);
  const { requestName } = request;
  const reserved = await accounts.reserve({
    requestId: request.id,
    accountId,
    keyId,
    platform: endpoint.slice(0, endpoint.indexOf('/')),
    endpoint,
    method: request.method,
    units: quote.units,
    priceVersion: quote.version,
    ...(requestName !== null && { idempotency: requestName }),
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
        answer: requestName === null ? undefined : answerOf?.(price),
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
  services: { accounts: Accounts; prices: PriceTables },
  request: FastifyRequest,
  endpoint: string,
  worst: Delivered,
  work: (meter: Meter) => Promise<void>,
): Promise<void> {
  const meter = await openMeter(services, request, endpoint, worst);
  try {
    await work(meter);
  } catch (error) {
    await meter.fail(error);
    throw error;
  }
}

function refusal(required: number, result: ReserveResult & { ok: false }): AppError {
  if (result.reason === 'named_before') return namedBefore();
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
