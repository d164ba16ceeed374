import type { UsageRecord } from '@sdq/accounts';
import type { LineItem } from '@sdq/pricing';
import { formatCost } from '@sdq/pricing';

/** The public form of a ledger entry. */
export function usageView(record: UsageRecord) {
  return {
    request_id: record.requestId,
    timestamp: record.createdAt.toISOString(),
    key_id: record.keyId,
    key_name: record.keyName,
    platform: record.platform,
    endpoint: `/api/${record.endpoint}`,
    method: record.method,
    status: record.status,
    records: record.records,
    addons: { ...record.addons },
    cost: formatCost(record.units),
    duration_ms: record.durationMs,
    cached: false,
    error_code: record.errorCode,
    repeat_of: record.repeatOf,
  };
}

/** The public form of a ledger entry with its line items. */
export function receiptView(record: UsageRecord) {
  return {
    ...usageView(record),
    line_items: (record.lineItems as readonly LineItem[]).map(({ item, quantity, unitsEach, units }) => ({
      item,
      quantity,
      unit_price: formatCost(unitsEach),
      cost: formatCost(units),
    })),
    price_version: record.priceVersion,
    snapshot_id: record.snapshotId,
    delivered: record.delivered,
  };
}
