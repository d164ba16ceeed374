import type { Account, KeyRecord } from '@sdq/accounts';

/** An account as JSON reports show it: names as in the HTTP answers. */
export function describeAccount(account: Account) {
  return {
    id: account.accountId,
    name: account.name,
    email: account.email,
    plan: account.plan,
    balance: dollars(account.balanceUnits),
    created_at: account.createdAt.toISOString(),
  };
}

/** A key without its secret. */
export function describeKey(key: KeyRecord) {
  return {
    key_id: key.keyId,
    name: key.name,
    masked_key: key.maskedKey,
    permissions: key.permissions,
    status: key.status,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** Units of $0.0001 as `$1.2345`, exact. */
function dollars(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0');
  return `${units < 0 ? '-' : ''}$${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
