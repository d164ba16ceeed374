import type { MadeReadToken } from '@sdq/accounts';
import {
  AppError,
  booleanWithDefault,
  createdReadToken,
  createReadTokenRequest,
  deletedItem,
  envelope,
  errorEnvelope,
  httpValidationError,
  readTokenFormats,
  readTokenList,
  sqlAnswer,
} from '@sdq/contract';
import { parseDollars } from '@sdq/pricing';
import { z } from 'zod';
import type { App } from '../app.ts';
import { invalidValue } from '../fastapi/request-invalid.ts';
import { type Sample, someAuthor } from '../openapi/operation-docs.ts';
import { sqlErrors } from '../openapi/sql-errors.ts';
import { principalOf } from '../request/access.ts';
import { idempotencyConflict, idempotentCallOf } from '../request/idempotency.ts';
import { readTokenView } from '../response/read-token-view.ts';
import { envelopeText, sendEnvelope } from '../response/send-envelope.ts';
import { answerReader } from '../saved/answer-reader.ts';
import { findNamedQuery, queryParams } from '../saved/find-saved.ts';
import type { Services } from '../services.ts';
import { exampleQuery, savedExample, savedQueriesPath } from './saved-queries.ts';

const path = `${savedQueriesPath}/:query_id/tokens`;
const common = { tags: ['queries'], security: [{ APIKeyHeader: [] }] };
const tokenParams = queryParams.extend({
  token_id: z.string().meta({ description: 'The `token_id` of the read token.' }),
});
const exampleToken = { name: 'weekly sheet', cost_per_day: '$0.5000' };

/** `/api/users/me/queries/{query_id}/tokens`: read tokens of a saved query; and the URL where they are used. */
export function readTokenRoutes(app: App, services: Services): void {
  addCreation(app, services);
  addListAndRevocation(app, services);
  addReading(app, services);
}

function addCreation(app: App, { accounts, baseUrl }: Services): void {
  app.post(
    path,
    {
      schema: {
        ...common,
        params: queryParams,
        operationId: 'create_read_token',
        summary: 'Create a read token',
        description:
          'A token for tools that cannot send headers: whoever has its URL runs this query, and nothing else, at your cost and within `cost_per_day`. The token is returned only here.',
        body: createReadTokenRequest,
        response: { 200: envelope(createdReadToken), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found', 'saved_limit_reached'],
          example: { of: async (sample) => ({ path: await savedExample(sample), body: exampleToken }) },
        },
      },
    },
    async (request, reply) => {
      const { queryId } = await findNamedQuery(accounts, request);
      const { name, cost_per_day: costPerDay, expires_at: expires } = request.body;
      const expiresAt = expires?.at ?? null;
      if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
        const message = 'expires_at must be in the future';
        throw invalidValue(['body', 'expires_at'], message, expiresAt.toISOString());
      }
      const newToken = { name, dayLimitUnits: parseDollars(costPerDay) ?? 0, expiresAt };
      const dataOf = ({ record, token }: MadeReadToken) => ({
        ...readTokenView(record),
        token,
        urls: Object.fromEntries(
          readTokenFormats.map((format) => [format, `${baseUrl()}/api/r/${token}.${format}`]),
        ),
      });
      const call = idempotentCallOf(request, (made: MadeReadToken) => envelopeText(request.id, dataOf(made)));
      const { accountId } = principalOf(request);
      const made = await accounts.createReadToken(accountId, queryId, newToken, call);
      if (made === undefined) throw idempotencyConflict();
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, dataOf(made));
    },
  );
}

function addListAndRevocation(app: App, { accounts }: Services): void {
  app.get(
    path,
    {
      schema: {
        ...common,
        params: queryParams,
        operationId: 'list_read_tokens',
        summary: 'List the read tokens of a saved query',
        response: { 200: envelope(readTokenList), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found'],
          example: {
            of: async (sample) => ({ path: { query_id: (await tokenExample(sample)).query_id } }),
          },
        },
      },
    },
    async (request, reply) => {
      const { queryId } = await findNamedQuery(accounts, request);
      const tokens = await accounts.listReadTokens(principalOf(request).accountId, queryId);
      return sendEnvelope(reply, { tokens: tokens.map(readTokenView), total: tokens.length });
    },
  );
  app.delete(
    `${path}/:token_id`,
    {
      schema: {
        ...common,
        params: tokenParams,
        operationId: 'delete_read_token',
        summary: 'Revoke a read token',
        description:
          'Takes effect as the revocation of an API key: at once, and within a second in other processes.',
        response: {
          200: envelope(deletedItem('token_id').extend({ revoked_at: z.string() })),
          422: httpValidationError,
        },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found'],
          example: {
            async of(sample) {
              const { query_id, token_id } = await tokenExample(sample);
              return { path: { query_id, token_id } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { query_id: queryId, token_id: tokenId } = request.params;
      const revokedAt = await accounts.revokeReadToken(principalOf(request).accountId, { queryId, tokenId });
      if (revokedAt === undefined) throw new AppError('not_found', 'Read token not found');
      const message = 'The read token was revoked';
      return sendEnvelope(reply, { token_id: tokenId, revoked_at: revokedAt.toISOString(), message });
    },
  );
}

function addReading(app: App, services: Services): void {
  app.get(
    '/api/r/:token.:format',
    {
      exposeHeadRoute: false, // it would run the query
      schema: {
        operationId: 'read_saved_query',
        tags: ['service'],
        summary: 'Read a saved query by token',
        description:
          'Runs the saved query of a read token over the newest snapshot, without an API key, priced to the owner of the token. Free while the answer is unchanged: 304 with `If-None-Match`, or the kept result. A token that is wrong, revoked or expired is not found.',
        params: z.object({
          token: z.string().meta({ description: 'The read token.' }),
          format: z.enum(readTokenFormats, { error: 'enum' }),
        }),
        querystring: z.object({
          shape: z
            .literal(['objects', 'arrays'])
            .optional()
            .meta({ description: 'Shape of a row in JSON: objects (default) or arrays.' }),
          csv_safe: booleanWithDefault(
            'CSV: prefixes texts that a spreadsheet would take for a formula with an apostrophe.',
            true,
          ),
        }),
        response: { 200: envelope(sqlAnswer), '4xx': errorEnvelope, 422: httpValidationError },
      },
      config: {
        access: 'reader',
        isSql: true,
        docs: {
          errors: ['not_found', 'spend_limit_reached', 'insufficient_balance', 'rate_limited', ...sqlErrors],
          example: {
            async of(sample) {
              const author = (await sample.row('shortvideo', someAuthor)).username;
              const { token } = await tokenExample(sample, { author });
              return { path: { token, format: 'json' } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { format } = request.params;
      const { shape = 'objects', csv_safe: csvSafe } = request.query;
      await answerReader(services, { format, shape, csvSafe }, reply);
      return reply;
    },
  );
}

async function tokenExample({ post }: Sample, parameters: object = exampleQuery.parameters) {
  const { query_id } = await post(savedQueriesPath, { ...exampleQuery, parameters });
  const made = await post(`${savedQueriesPath}/${query_id}/tokens`, exampleToken);
  return { query_id: String(query_id), token_id: String(made.token_id), token: String(made.token) };
}
