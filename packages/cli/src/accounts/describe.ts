import type { Account, KeyRecord, UsageRecord, UsageSummary } from '@sdq/accounts';
import { formatCost } from '@sdq/pricing';

/** An account in JSON reports; field names are those of HTTP responses. */
export function describeAccount(account: Account) {
  return {
    id: account.accountId,
    name: account.name,
    email: account.email,
    plan: account.plan,
    balance: formatCost(account.balanceUnits),
    spend_limit: costOrNull(account.spendLimitUnits),
    billing_customer: account.billingCustomer,
    state: account.state,
    state_reason: account.stateReason,
    created_at: account.createdAt.toISOString(),
  };
}

/** An API key in JSON reports, masked. */
export function describeKey(key: KeyRecord) {
  return {
    key_id: key.keyId,
    kind: key.kind === 'acct' ? 'account' : 'data',
    name: key.name,
    masked_key: key.maskedKey,
    permissions: key.permissions,
    status: key.status,
    spend_limit: costOrNull(key.spendLimitUnits),
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** What a key is called in texts. */
export function kindText({ kind }: KeyRecord): string {
  return kind === 'acct' ? 'account API key' : 'data API key';
}

/** Usage of the current billing period. */
export function describeSummary(summary: UsageSummary) {
  return {
    period_start: summary.periodStart.toISOString(),
    period_end: summary.periodEnd.toISOString(),
    requests: summary.requests,
    failed_requests: summary.failed,
    records: summary.records,
    cost: formatCost(summary.costUnits),
    cost_source: summary.costSource,
    pending_cost: formatCost(summary.pendingUnits),
    keys: summary.keys,
  };
}

/** One ledger line. */
export function describeUsage(record: UsageRecord) {
  return {
    request_id: record.requestId,
    timestamp: record.createdAt.toISOString(),
    key_id: record.keyId,
    endpoint: record.endpoint,
    status: record.status,
    records: record.records,
    cost: formatCost(record.units),
    error_code: record.errorCode,
    delivered: record.delivered,
  };
}

function costOrNull(units: number | null): string | null {
  return units === null ? null : formatCost(units);
}
