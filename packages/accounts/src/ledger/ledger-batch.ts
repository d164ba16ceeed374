import assert from 'node:assert/strict';
import { AppError } from '@sdq/contract';
import type { Insertable } from 'kysely';
import { accountInactive } from '../account.ts';
import type { Crossing } from '../alerts/add-notifications.ts';
import { type IdempotencyEnd, scopedKeyText } from '../idempotency/idempotency-keys.ts';
import { paidBy, paidForMs, rowsIn, unpaidParts } from '../paid-rows/paid-rows.ts';
import { type PaidRows, paidRowsKey } from '../paid-rows/stored-paid-rows.ts';
import type { HoldRow, StoreSchema } from '../store/schema.ts';
import { thisInstance } from './instance.ts';
import type { Charge, Failure, Reservation, ReserveResult, Settlement } from './ledger-entry.ts';
import type { AccountOwner, Figures, KeyOwner, Owners } from './owners.ts';
import { dayOf } from './period.ts';

/** The maximum of INTEGER. */
const durationMsMax = 2 ** 31 - 1;

type Row<Table extends keyof StoreSchema> = Insertable<StoreSchema[Table]>;

/** The fields of a ledger entry that the end of a request sets; the others come from its reservation. */
type LineEnd = Pick<
  Row<'usage_ledger'>,
  | 'state'
  | 'status'
  | 'error_code'
  | 'records'
  | 'units'
  | 'addons'
  | 'line_items'
  | 'snapshot_id'
  | 'duration_ms'
  | 'repeat_of'
  | 'delivered'
>;

/**
 * A ledger batch: the state of the locked accounts in memory, changed by each operation in order, and the rows to
 * write. All rules of charging are in this class.
 */
export class LedgerBatch {
  readonly holds: Row<'holds'>[] = [];
  readonly lines: Row<'usage_ledger'>[] = [];
  readonly idempotencyKeysTaken: Row<'idempotency'>[] = [];
  readonly idempotencyKeysEnded: IdempotencyEnd[] = [];
  readonly crossings: Crossing[] = [];
  readonly days = new Map<string, Row<'usage_days'>>();
  readonly meterMinutes = new Map<string, Row<'meter_minutes'>>();
  readonly changed = new Map<string, Figures>();
  readonly paidRows: Row<'paid_rows'>[] = [];
  readonly #accounts: ReadonlyMap<string, AccountOwner>;
  readonly #keys: ReadonlyMap<string, KeyOwner>;
  readonly #usedIdempotencyKeys: Set<string>;
  readonly #paid: PaidRows;
  readonly now: number;

  constructor(
    { accounts, keys }: Owners,
    { usedIdempotencyKeys, paid }: { usedIdempotencyKeys: ReadonlySet<string>; paid: PaidRows },
    now: number,
  ) {
    this.#accounts = accounts;
    this.#keys = keys;
    this.#usedIdempotencyKeys = new Set(usedIdempotencyKeys);
    this.#paid = paid;
    this.now = now;
  }

  /**
   * Reserves the maximum cost of a request, if balance and limits cover it. Errors: `revoked_api_key`,
   * `account_suspended`, `account_closed`.
   */
  reserve(reservation: Reservation): ReserveResult {
    const { idempotency } = reservation;
    const units = this.#unitsToReserve(reservation);
    assert(Number.isSafeInteger(units) && units >= 0, 'A reservation is a whole number of units');
    const { account, key } = this.#ownersOf(reservation.accountId, reservation.keyId);
    if (key.isRevoked) throw new AppError('revoked_api_key', 'The API key was revoked');
    if (account.state !== 'active') throw accountInactive(account.state);
    if (
      idempotency !== undefined &&
      this.#usedIdempotencyKeys.has(scopedKeyText(key.keyId, idempotency.key))
    ) {
      return { ok: false, reason: 'idempotency_key_used' };
    }
    const refusal = refusalOf(account, key, units);
    if (refusal !== undefined) return refusal;
    account.figures.reservedUnits += units;
    key.figures.reservedUnits += units;
    this.#noteChange(account, key);
    this.holds.push({
      request_id: reservation.requestId,
      account_id: reservation.accountId,
      key_id: reservation.keyId,
      platform: reservation.platform,
      endpoint: reservation.endpoint,
      method: reservation.method,
      units,
      price_version: reservation.priceVersion,
      idempotency_key: idempotency?.key ?? null,
      holder: thisInstance,
      created_at: this.now,
    });
    if (idempotency !== undefined) {
      this.#usedIdempotencyKeys.add(scopedKeyText(key.keyId, idempotency.key));
      this.idempotencyKeysTaken.push({
        key_id: key.keyId,
        idempotency_key: idempotency.key,
        fingerprint: idempotency.fingerprint,
        request_id: reservation.requestId,
        state: 'running',
        status: null,
        content_type: null,
        body: null,
        created_at: this.now,
      });
    }
    return { ok: true };
  }

  #unitsToReserve({ accountId, units, once }: Reservation): number {
    if (once === undefined) return units;
    const { first, records, unitsEach } = once;
    const paid = this.#paid.get(paidRowsKey({ accountId, result: once.result })) ?? [];
    return (
      unitsEach * rowsIn(unpaidParts(paid, { first, end: first + records, since: this.now - paidForMs }))
    );
  }

  /** Charges the delivered records and releases the reservation. */
  settle(hold: HoldRow, given: Settlement): Charge {
    const { settlement, repeatOf } = this.#payOnce(hold, given);
    const { units, records, lineItems } = settlement;
    assert(
      Number.isSafeInteger(units) && units >= 0 && units <= hold.units,
      `${settlement.requestId} costs more than its reservation`,
    );
    const { account, key } = this.#ownersOf(hold.account_id, hold.key_id);
    account.figures.balanceUnits -= units;
    const before = account.figures.periodUnits;
    for (const figures of [account.figures, key.figures]) figures.periodUnits += units;
    if (key.day !== null) key.day.units += units;
    key.figures.lastUsedAt = this.now;
    this.#end(hold, account, key, {
      state: 'settled',
      status: settlement.status,
      error_code: settlement.errorCode ?? null,
      records,
      units,
      addons: JSON.stringify(settlement.addons ?? {}),
      line_items: JSON.stringify(lineItems),
      snapshot_id: settlement.snapshotId,
      duration_ms: wholeMs(settlement.durationMs),
      repeat_of: repeatOf,
      delivered: settlement.isDelivered === false ? 0 : 1,
    });
    if (units > 0) {
      this.#noteCrossing(account, before);
      this.#meter(account, units);
    }
    this.#endIdempotencyKey(hold, settlement);
    return { units, lineItems, repeatOf };
  }

  /**
   * The settlement with the charge for the rows alone that were not paid before. What was paid when the request began
   * counts, so that no charge exceeds its reservation.
   */
  #payOnce(hold: HoldRow, settlement: Settlement): { settlement: Settlement; repeatOf: string | null } {
    const { once, records, requestId } = settlement;
    if (once === undefined) return { settlement, repeatOf: null };
    const result = { accountId: hold.account_id, result: once.result };
    const paid = this.#paid.get(paidRowsKey(result)) ?? [];
    const range = { first: once.first, end: once.first + records, since: hold.created_at - paidForMs };
    const unpaid = unpaidParts(paid, range);
    const repeatOf = paidBy(paid, range);
    const charge = once.chargeFor(rowsIn(unpaid), repeatOf);
    for (const { first, end } of charge.units === 0 ? [] : unpaid) {
      paid.push({ requestId, first, end, paidAt: this.now });
      const row = { account_id: hold.account_id, result_id: once.result, request_id: requestId };
      this.paidRows.push({ ...row, first_row: first, end_row: end, paid_at: this.now });
    }
    this.#paid.set(paidRowsKey(result), paid);
    return { settlement: { ...settlement, ...charge }, repeatOf };
  }

  /** Ends a reservation without a charge. */
  release(hold: HoldRow, failure: Omit<Failure, 'requestId'>): void {
    const { account, key } = this.#ownersOf(hold.account_id, hold.key_id);
    key.figures.lastUsedAt = this.now;
    this.#end(hold, account, key, {
      state: 'released',
      status: failure.status,
      error_code: failure.errorCode,
      records: 0,
      units: 0,
      addons: '{}',
      line_items: '[]',
      snapshot_id: null,
      duration_ms: wholeMs(failure.durationMs),
      repeat_of: null,
      delivered: 1,
    });
    this.#endIdempotencyKey(hold, undefined);
  }

  #endIdempotencyKey(
    { key_id, idempotency_key, request_id }: HoldRow,
    answered: Settlement | undefined,
  ): void {
    if (idempotency_key === null) return;
    this.idempotencyKeysEnded.push({
      keyId: key_id,
      idempotencyKey: idempotency_key,
      requestId: request_id,
      answered,
    });
  }

  #end(hold: HoldRow, account: AccountOwner, key: KeyOwner, end: LineEnd): void {
    for (const figures of [account.figures, key.figures]) figures.reservedUnits -= hold.units;
    this.#noteChange(account, key);
    const { request_id, account_id, key_id, platform, endpoint, method, price_version } = hold;
    this.lines.push({
      request_id,
      account_id,
      key_id,
      platform,
      endpoint,
      method,
      price_version,
      created_at: this.now,
      ...end,
    });
    this.#addToDay(hold, end);
  }

  #addToDay(hold: HoldRow, end: LineEnd): void {
    const day = dayOf(this.now);
    const id = `${hold.key_id} ${hold.platform}`;
    const sums = this.days.get(id) ?? {
      account_id: hold.account_id,
      day,
      key_id: hold.key_id,
      platform: hold.platform ?? '',
      requests: 0,
      failed: 0,
      records: 0,
      units: 0,
    };
    sums.requests += 1;
    sums.failed += end.state === 'settled' ? 0 : 1;
    sums.records += end.records;
    sums.units += end.units;
    this.days.set(id, sums);
  }

  #noteCrossing(account: AccountOwner, before: number): void {
    const { accountId, alertUnits, figures } = account;
    if (alertUnits === null || figures.periodUnits < alertUnits) return;
    const mark = `${figures.period}:${alertUnits}`;
    if (figures.alertMark === mark || before === figures.periodUnits) return;
    figures.alertMark = mark;
    const { period, periodUnits } = figures;
    this.crossings.push({ accountId, thresholdUnits: alertUnits, periodUnits, period });
  }

  /** Adds a charge to the meter of the billing provider; prepaid charges are paid already. */
  #meter({ accountId, plan, billingCustomer }: AccountOwner, units: number): void {
    if (plan !== 'metered' || billingCustomer === null) return;
    const minute = Math.floor(this.now / 60_000);
    const sum = this.meterMinutes.get(accountId) ?? { account_id: accountId, minute, units: 0 };
    sum.units += units;
    this.meterMinutes.set(accountId, sum);
  }

  #noteChange(account: AccountOwner, key: KeyOwner): void {
    this.changed.set(account.accountId, account.figures);
    this.changed.set(key.keyId, key.figures);
  }

  #ownersOf(accountId: string, keyId: string): { account: AccountOwner; key: KeyOwner } {
    const [account, key] = [this.#accounts.get(accountId), this.#keys.get(keyId)];
    assert(account !== undefined && key?.accountId === accountId, `${keyId} is not a key of ${accountId}`);
    return { account, key };
  }
}

/** Why an amount cannot be reserved; undefined when it can. Zero can always be reserved. */
function refusalOf(account: AccountOwner, key: KeyOwner, units: number): ReserveResult | undefined {
  if (units === 0) return undefined;
  const { balanceUnits, reservedUnits } = account.figures;
  const available = balanceUnits - reservedUnits;
  if (account.plan === 'prepaid' && units > available) {
    const reason = 'insufficient_balance';
    return { ok: false, reason, scope: 'account', availableUnits: available, limitUnits: null };
  }
  for (const [scope, { spendLimitUnits, figures }] of [
    ['account', account],
    ['key', key],
  ] as const) {
    if (spendLimitUnits === null) continue;
    const left = spendLimitUnits - figures.periodUnits - figures.reservedUnits;
    if (units <= left) continue;
    const reason = 'spend_limit_reached';
    return { ok: false, reason, scope, availableUnits: left, limitUnits: spendLimitUnits };
  }
  if (key.day !== null) {
    const left = key.day.limitUnits - key.day.units - key.figures.reservedUnits;
    const reason = 'day_limit_reached';
    if (units > left)
      return { ok: false, reason, scope: 'key', availableUnits: left, limitUnits: key.day.limitUnits };
  }
  return undefined;
}

/** Rounded and limited to the range of the column: a service can be down for more than 24 days. */
function wholeMs(durationMs: number): number {
  return Math.min(Math.max(0, Math.round(durationMs)), durationMsMax);
}
