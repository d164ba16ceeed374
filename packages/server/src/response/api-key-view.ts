import type { KeyRecord } from '@sdq/accounts';
import type { apiKeyRecord } from '@sdq/contract';
import type { z } from 'zod';
import { costOrNull } from './user-view.ts';

/** The public form of an API key record. */
export function apiKeyView(record: KeyRecord): z.output<ReturnType<typeof apiKeyRecord>> {
  return {
    key_id: record.keyId,
    name: record.name,
    masked_key: record.maskedKey,
    prefix: record.prefix,
    permissions: record.permissions,
    status: record.status,
    created_at: record.createdAt.toISOString(),
    last_used_at: record.lastUsedAt?.toISOString() ?? null,
    expires_at: record.expiresAt?.toISOString() ?? null,
    revoked_at: record.revokedAt?.toISOString() ?? null,
    spend_limit: costOrNull(record.spendLimitUnits),
  };
}
