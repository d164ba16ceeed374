import type { SavedResult, Share } from '@sdq/accounts';

/** A share as its owner sees it; `baseUrl` without a trailing slash. */
export function shareView(share: Share, result: SavedResult | undefined, baseUrl: string) {
  return {
    share_id: share.shareId,
    page_url: `${baseUrl}/q/${share.shareId}`,
    data_url: `${baseUrl}/api/q/${share.shareId}`,
    title: share.title,
    description: share.description,
    snapshot_id: share.snapshotId,
    row_count: result?.rowCount ?? null,
    embed_hosts: [...share.embedHosts],
    created_at: share.createdAt.toISOString(),
    expires_at: share.expiresAt?.toISOString() ?? null,
    result_kept_until: result?.expiresAt.toISOString() ?? null,
  };
}
