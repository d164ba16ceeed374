import type { SavedQuery } from '@sdq/accounts';

/** A saved query as in responses. */
export function savedQueryView(query: SavedQuery) {
  const { queryId, name, folder, description, platform, text, parameters, limit, view } = query;
  return {
    query_id: queryId,
    name,
    folder,
    description,
    platform,
    query: text,
    parameters,
    limit,
    view,
    created_at: query.createdAt.toISOString(),
    updated_at: query.updatedAt.toISOString(),
  };
}
