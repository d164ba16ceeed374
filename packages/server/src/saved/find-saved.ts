import type { Accounts, SavedQuery } from '@sdq/accounts';
import type { PlatformDefinition } from '@sdq/catalog/define';
import { AppError, type ResultFormat, type SqlParameters, type SqlRequest, sqlLimits } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { principalOf } from '../request/access.ts';
import { rowsMaxOf } from '../sql/result-format.ts';

/** The path parameter of routes below a saved query. */
export const queryParams = z.object({
  query_id: z.string().meta({ description: 'The `query_id` of the saved query.' }),
});

/** The saved query in the path of a request. Errors: `not_found`, also for queries of other accounts. */
export async function findNamedQuery(accounts: Accounts, request: FastifyRequest): Promise<SavedQuery> {
  const { query_id: queryId } = request.params as z.infer<typeof queryParams>;
  const query = await accounts.findSavedQuery(principalOf(request).accountId, queryId);
  if (query === undefined) throw noSavedQuery();
  return query;
}

export function noSavedQuery(): AppError {
  return new AppError('not_found', 'Saved query not found', { hint: 'GET /api/users/me/queries lists them' });
}

/** The definition of the platform of a saved query. Errors: `sql_not_available`, also when the platform is gone. */
export function definitionOf(
  platforms: readonly PlatformDefinition[],
  { platform }: Pick<SavedQuery, 'platform'>,
): PlatformDefinition {
  const definition = platforms.find((each) => each.platform === platform);
  if (definition?.sql === 'available') return definition;
  const [state, status] = [definition?.sql ?? 'unknown', definition?.status ?? null];
  throw new AppError('sql_not_available', `SQL is not yet available for platform "${platform}" (${state})`, {
    meta: { platform, status },
  });
}

/** What a run may set besides what is saved. */
type Asked = Partial<Omit<SqlRequest, 'limit'>> & { limit?: number | null | undefined };

/** The SQL request that a run of a saved query is. */
export function sqlOf(saved: SavedQuery, format: ResultFormat, asked: Asked = {}): SqlRequest {
  const { text, parameters, limit } = saved;
  return {
    timeout_ms: sqlLimits.timeoutMs,
    dry_run: false,
    explain: false,
    ...asked,
    query: text,
    parameters: withAsked(parameters, asked.parameters ?? null),
    limit: asked.limit ?? Math.min(limit ?? sqlLimits.rowsDefault, rowsMaxOf(format)),
  };
}

/** Named parameters are replaced one by one, listed ones all together. */
function withAsked(saved: SqlParameters | null, asked: SqlParameters | null): SqlParameters | null {
  if (asked === null || saved === null) return asked ?? saved;
  return Array.isArray(asked) || Array.isArray(saved) ? asked : { ...saved, ...asked };
}
