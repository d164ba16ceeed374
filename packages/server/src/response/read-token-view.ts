import type { ReadToken } from '@sdq/accounts';
import { formatCost } from '@sdq/pricing';

/** A read token as its owner sees it. */
export function readTokenView(token: ReadToken) {
  return {
    token_id: token.tokenId,
    query_id: token.queryId,
    name: token.name,
    masked_token: token.maskedToken,
    status: token.status,
    cost_per_day: formatCost(token.dayLimitUnits),
    created_at: token.createdAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    expires_at: token.expiresAt?.toISOString() ?? null,
  };
}
