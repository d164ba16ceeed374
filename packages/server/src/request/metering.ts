import type { Accounts, Principal, ReserveResult, StoredResponse } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { type Delivered, formatCost, type Price, type PriceTables, priceOf, pricesAt } from '@sdq/pricing';
import { statusOfError, toAppError } from '../response/error-response.ts';
import { principalOf } from './access.ts';
import { idempotencyConflict } from './idempotency.ts';

/** A request of any protocol, or the run of a schedule: a FastifyRequest is one. */
export interface MeteredRequest {
  readonly id: string;
  /** As the ledger records it: the method of HTTP. */
  readonly method: string;
  readonly principal: Principal | null;
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null;
  readonly log: { error(about: object, message: string): void };
}

/** What was charged. */
export interface Charged extends Price {
  /** The request that paid before for some of the same rows, which cost nothing now; null for none. */
  repeatOf: string | null;
}

/** Rows of a result that an account pays once in 24 hours. */
export interface PaidOnce {
  /** Identifies the result. */
  result: string;
  /** The position of the first row, from 0. */
  first: number;
  /** Whether another run could select other rows, so that only a complete result is paid once. */
  mayVary: boolean;
}

export interface MeterOptions {
  isFree?: boolean;
  once?: PaidOnce | undefined;
  /** The time whose prices are charged, in milliseconds since 1970; default: now. */
  pricedAt?: number | undefined;
}

/** The charge of a request after its reservation: exactly one of `settle` and `fail` must be called. */
export interface Meter {
  /**
   * Charges the delivery; for a request with an Idempotency-Key, `answerOf` makes the response to retain. The charge is
   * durable when it resolves: call it before the response is complete. `isWhole`: whether what was delivered is the
   * complete result. `errorCode`: the error that broke the delivery off. `isDelivered`: false when it broke off.
   */
  settle(
    delivered: Delivered,
    snapshotId: string | null,
    answerOf?: (price: Charged) => StoredResponse | undefined,
    options?: { isWhole?: boolean; errorCode?: string; isDelivered?: boolean },
  ): Promise<Charged>;
  /** The most that it can cost, in units of $0.0001. */
  readonly unitsMax: number;
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
  request: MeteredRequest,
  endpoint: string,
  worst: Delivered,
  { isFree = false, once, pricedAt = Date.now() }: MeterOptions = {},
): Promise<Meter> {
  const startedAt = performance.now();
  const { accountId, keyId } = principalOf(request);
  const table = pricesAt(pricedAt, prices);
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
    ...(once !== undefined && !once.mayVary && { once: reservedOnce(once, worst, quote) }),
    ...(idempotency !== null && { idempotency }),
  });
  if (!reserved.ok) throw refusal(quote.units, reserved);
  const durationMs = () => performance.now() - startedAt;
  return {
    unitsMax: quote.units,
    async settle(delivered, snapshotId, answerOf, { isWhole = false, isDelivered = true, errorCode } = {}) {
      const price = priced(delivered);
      const retained = (charged: Charged) => (idempotency === null ? undefined : answerOf?.(charged));
      const isOnce = once !== undefined && (!once.mayVary || isWhole);
      const chargeFor = (unpaid: number, repeatOf: string | null) => {
        const { units, lineItems } = priced({ ...delivered, records: unpaid });
        return { units, lineItems, answer: retained({ version: price.version, units, lineItems, repeatOf }) };
      };
      const { units, lineItems, repeatOf } = await accounts.settle({
        requestId: request.id,
        status: 200,
        errorCode,
        records: delivered.records,
        units: price.units,
        addons: delivered.addons ?? {},
        lineItems: price.lineItems,
        snapshotId,
        durationMs: durationMs(),
        isDelivered,
        ...(isOnce
          ? { once: { result: once.result, first: once.first, chargeFor } }
          : { answer: retained({ ...price, repeatOf: null }) }),
      });
      return { version: price.version, units, lineItems: lineItems as Price['lineItems'], repeatOf };
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
  request: MeteredRequest,
  endpoint: string,
  { worst, ...options }: MeterOptions & { worst: Delivered },
  work: (meter: Meter) => Promise<void>,
): Promise<void> {
  const meter = await openMeter(services, request, endpoint, worst, options);
  try {
    await work(meter);
  } catch (error) {
    await meter.fail(error);
    throw error;
  }
}

function reservedOnce({ result, first }: PaidOnce, { records }: Delivered, quote: Price) {
  return { result, first, records, unitsEach: quote.lineItems[0]?.unitsEach ?? 0 };
}

function refusal(required: number, result: ReserveResult & { ok: false }): AppError {
  if (result.reason === 'idempotency_key_used') return idempotencyConflict();
  if (result.reason === 'day_limit_reached') return dayLimitReached(required, result);
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

function dayLimitReached(
  required: number,
  result: { availableUnits: number; limitUnits: number | null },
): AppError {
  const meta = {
    required: formatCost(required),
    available: formatCost(Math.max(0, result.availableUnits)),
    cost_per_day: formatCost(result.limitUnits ?? 0),
    scope: 'token',
  };
  return new AppError(
    'spend_limit_reached',
    `Daily cost limit reached: this request can cost up to ${meta.required}, but only ${meta.available} remains of the ${meta.cost_per_day} that the read token may cost in a day.`,
    { meta, hint: 'Wait until 00:00 UTC, or create a token with a higher cost_per_day' },
  );
}
