import {
  AppError,
  createShareRequest,
  deletedItem,
  envelope,
  httpValidationError,
  share,
  shareList,
} from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Sample } from '../openapi/operation-docs.ts';
import { someAuthor } from '../openapi/operation-docs.ts';
import { sqlErrors } from '../openapi/sql-errors.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { shareView } from '../response/share-view.ts';
import { createShare } from '../saved/create-share.ts';
import { findNamedQuery, queryParams } from '../saved/find-saved.ts';
import type { Services } from '../services.ts';
import { heldByField } from '../siblings/held-by.ts';
import { savedExample, savedQueriesPath } from './saved-queries.ts';

const path = `${savedQueriesPath}/:query_id/shares`;
const common = { tags: ['queries'], security: [{ APIKeyHeader: [] }] };
const shareParams = queryParams.extend({
  share_id: z.string().meta({ description: 'The `share_id` of the share.' }),
});

/** Shares the saved query of examples; returns the parameters of its path. */
export async function sharedExample(sample: Sample): Promise<{ query_id: string; share_id: string }> {
  const saved = await savedExample(sample);
  const author = (await sample.row('shortvideo', someAuthor)).username;
  const { share_id: id } = await sample.post(`${savedQueriesPath}/${saved.query_id}/shares`, {
    parameters: { author },
  });
  return { ...saved, share_id: String(id) };
}

/** `/api/users/me/queries/{query_id}/shares`: permalinks of a saved query. */
export function shareRoutes(app: App, services: Services): void {
  const { accounts, baseUrl } = services;
  app.post(
    path,
    {
      schema: {
        ...common,
        params: queryParams,
        operationId: 'create_share',
        summary: 'Share a saved query',
        description:
          'Runs the query, priced as any run, and keeps its rows: whoever has the URL reads them free of charge, with the SQL and its parameters, and nothing of the account.',
        body: createShareRequest,
        response: { 200: envelope(share), 422: httpValidationError },
      },
      config: {
        access: 'account',
        isSql: true,
        heldBy: heldByField('statement_id'),
        docs: {
          errors: ['not_found', 'platform_not_permitted', 'saved_limit_reached', ...sqlErrors],
          example: {
            async of(sample) {
              const author = (await sample.row('shortvideo', someAuthor)).username;
              const body = { parameters: { author }, embed_hosts: ['https://blog.example.org'] };
              return { path: await savedExample(sample), body };
            },
          },
        },
      },
    },
    async (request, reply) => {
      await createShare(services, await findNamedQuery(accounts, request), request.body, reply);
      return reply;
    },
  );
  app.get(
    path,
    {
      schema: {
        ...common,
        params: queryParams,
        operationId: 'list_shares',
        summary: 'List the shares of a saved query',
        response: { 200: envelope(shareList), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found'],
          example: { of: async (sample) => ({ path: { query_id: (await sharedExample(sample)).query_id } }) },
        },
      },
    },
    async (request, reply) => {
      const { queryId } = await findNamedQuery(accounts, request);
      const shares = await accounts.listShares(principalOf(request).accountId, queryId);
      const views = shares.map(async (each) =>
        shareView(each, await accounts.findSavedResult(each.resultId), baseUrl()),
      );
      return sendEnvelope(reply, { shares: await Promise.all(views), total: shares.length });
    },
  );
  app.delete(
    `${path}/:share_id`,
    {
      schema: {
        ...common,
        params: shareParams,
        operationId: 'delete_share',
        summary: 'Revoke a share',
        description: 'Takes effect at once. Copies that readers have made remain with them.',
        response: { 200: envelope(deletedItem('share_id')), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found'],
          example: { of: async (sample) => ({ path: await sharedExample(sample) }) },
        },
      },
    },
    async (request, reply) => {
      const { query_id: queryId, share_id: shareId } = request.params;
      if (!(await accounts.deleteShare(principalOf(request).accountId, { queryId, shareId }))) {
        throw new AppError('not_found', 'Share not found');
      }
      return sendEnvelope(reply, { share_id: shareId, message: 'The share was revoked' });
    },
  );
}
