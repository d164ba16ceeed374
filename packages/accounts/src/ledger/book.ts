import assert from 'node:assert/strict';
import { AppError } from '@sdq/contract';
import type { Insertable } from 'kysely';
import type { Crossing } from '../alerts/add-notifications.ts';
import { type NamedEnd, nameOf } from '../idempotency/names.ts';
import type { HoldRow, StoreSchema } from '../store/schema.ts';
import { thisHolder } from './holder.ts';
import type { Failure, Reservation, ReserveResult, Settlement } from './ledger-entry.ts';
import type { AccountOwner, Figures, KeyOwner } from './owners.ts';
import { dayOf } from './period.ts';

/** The greatest INTEGER. */
const durationMsMax = 2 ** 31 - 1;

type Row<Table extends keyof StoreSchema> = Insertable<StoreSchema[Table]>;

/** What a line of the ledger says of a request's end; the rest is known from its reservation. */
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
>;

/**
 * One batch's work in memory: what was read under the accounts' locks, changed by each operation in its turn, and what
 * is to be written. The rules of money are here and nowhere else.
 */
export class Book {
  readonly holds: Row<'holds'>[] = [];
  readonly lines: Row<'usage_ledger'>[] = [];
  readonly namesTaken: Row<'idempotency'>[] = [];
  readonly namesEnded: NamedEnd[] = [];
  readonly crossings: Crossing[] = [];
  readonly days = new Map<string, Row<'usage_days'>>();
  readonly meterMinutes = new Map<string, Row<'meter_minutes'>>();
  readonly changed = new Map<string, Figures>();
  readonly #accounts: ReadonlyMap<string, AccountOwner>;
  readonly #keys: ReadonlyMap<string, KeyOwner>;
  readonly #namesKnown: Set<string>;
  readonly now: number;

  constructor(
    accounts: ReadonlyMap<string, AccountOwner>,
    keys: ReadonlyMap<string, KeyOwner>,
    namesKnown: ReadonlySet<string>,
    now: number,
  ) {
    this.#accounts = accounts;
    this.#keys = keys;
    this.#namesKnown = new Set(namesKnown);
    this.now = now;
  }

  /** Holds a request's worst case back, if balance and limits cover it. Errors: `revoked_api_key`. */
  reserve(reservation: Reservation): ReserveResult {
    const { units, idempotency } = reservation;
    assert(Number.isSafeInteger(units) && units >= 0, 'a worst case is a whole number of units');
    const { account, key } = this.#ownersOf(reservation.accountId, reservation.keyId);
    if (key.isRevoked) throw new AppError('revoked_api_key', 'This key was revoked');
    if (idempotency !== undefined && this.#namesKnown.has(nameOf(key.keyId, idempotency.key))) {
      return { ok: false, reason: 'named_before' };
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
      holder: thisHolder,
      created_at: this.now,
    });
    if (idempotency !== undefined) {
      this.#namesKnown.add(nameOf(key.keyId, idempotency.key));
      this.namesTaken.push({
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

  /** Charges what was delivered and gives the rest of the reservation back. */
  settle(hold: HoldRow, settlement: Settlement): void {
    const { units, records } = settlement;
    const { account, key } = this.#ownersOf(hold.account_id, hold.key_id);
    account.figures.balanceUnits -= units;
    const before = account.figures.periodUnits;
    for (const figures of [account.figures, key.figures]) figures.periodUnits += units;
    key.figures.lastUsedAt = this.now;
    this.#end(hold, account, key, {
      state: 'settled',
      status: settlement.status,
      error_code: null,
      records,
      units,
      addons: JSON.stringify(settlement.addons ?? {}),
      line_items: JSON.stringify(settlement.lineItems),
      snapshot_id: settlement.snapshotId,
      duration_ms: wholeMs(settlement.durationMs),
    });
    if (units > 0) {
      this.#noteCrossing(account, before);
      this.#meter(account, units);
    }
    this.#endName(hold, settlement);
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
    });
    this.#endName(hold, undefined);
  }

  #endName({ key_id, idempotency_key, request_id }: HoldRow, answered: Settlement | undefined): void {
    if (idempotency_key === null) return;
    this.namesEnded.push({
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
      delivered: 1,
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

  /** Notes what the billing provider is to be told; what a balance covers is paid already. */
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
    assert(account !== undefined && key?.accountId === accountId, `${keyId} is no key of ${accountId}`);
    return { account, key };
  }
}

/** What stands against reserving that much; undefined when nothing does. Nothing stands against nothing. */
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
  return undefined;
}

/** Within the column: a service can have been down for longer than 24 days. */
function wholeMs(durationMs: number): number {
  return Math.min(Math.max(0, Math.round(durationMs)), durationMsMax);
}
