import type { SavedQuery, SavedQueryText } from '@sdq/accounts';
import {
  changeSavedQueryRequest,
  createSavedQueryRequest,
  deletedItem,
  envelope,
  httpValidationError,
  listSavedQueriesQuery,
  type Platform,
  runSavedQueryRequest,
  savedQuery,
  savedQueryList,
  sqlAnswer,
  sqlLimits,
} from '@sdq/contract';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type Sample, someAuthor } from '../openapi/operation-docs.ts';
import { sqlErrors } from '../openapi/sql-errors.ts';
import { checkAccess, principalOf } from '../request/access.ts';
import { idempotencyConflict, idempotentCallOf } from '../request/idempotency.ts';
import { savedQueryView } from '../response/saved-query-view.ts';
import { envelopeText, sendEnvelope } from '../response/send-envelope.ts';
import { definitionOf, findNamedQuery, noSavedQuery, queryParams, sqlOf } from '../saved/find-saved.ts';
import type { Services } from '../services.ts';
import { answerSql } from '../sql/answer-sql.ts';
import { formatOf, requestedFormat, rowsMaxOf } from '../sql/result-format.ts';

export const savedQueriesPath = '/api/users/me/queries';
const one = `${savedQueriesPath}/:query_id`;
const common = { tags: ['queries'], security: [{ APIKeyHeader: [] }] };

/** The body of the saved query of examples. */
export const exampleQuery = {
  name: 'Most played of an author',
  folder: 'reports/weekly',
  platform: 'shortvideo',
  query: 'SELECT video_id, play_count FROM videos WHERE author = $author ORDER BY play_count DESC, video_id',
  parameters: { author: 'zoe.lind' },
  limit: 3,
};

/** Saves the query of examples; returns the parameters of its path. */
export async function savedExample({ post }: Sample): Promise<{ query_id: string }> {
  const { query_id: id } = await post(savedQueriesPath, exampleQuery);
  return { query_id: String(id) };
}

/** `/api/users/me/queries`: the saved queries of an account. */
export function savedQueryRoutes(app: App, services: Services): void {
  addCreation(app, services);
  addList(app, services);
  addOne(app, services);
  addRun(app, services);
}

function addCreation(app: App, { accounts, platformNames }: Services): void {
  app.post(
    savedQueriesPath,
    {
      schema: {
        ...common,
        operationId: 'create_saved_query',
        summary: 'Save a query',
        body: createSavedQueryRequest(platformNames),
        response: { 200: envelope(savedQuery(platformNames)), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: { errors: ['saved_limit_reached'], example: { of: () => ({ body: exampleQuery }) } },
      },
    },
    async (request, reply) => {
      const { query, parameters = null, limit = null, view = null, platform, ...texts } = request.body;
      const text: SavedQueryText = {
        ...texts,
        platform: platform as Platform,
        text: query,
        parameters,
        limit,
        view,
      };
      const call = idempotentCallOf(request, (made: SavedQuery) =>
        envelopeText(request.id, savedQueryView(made)),
      );
      const made = await accounts.saveQuery(principalOf(request).accountId, text, call);
      if (made === undefined) throw idempotencyConflict();
      return sendEnvelope(reply, savedQueryView(made));
    },
  );
}

function addList(app: App, { accounts, platformNames }: Services): void {
  app.get(
    savedQueriesPath,
    {
      schema: {
        ...common,
        operationId: 'list_saved_queries',
        summary: 'List saved queries',
        querystring: listSavedQueriesQuery(platformNames),
        response: { 200: envelope(savedQueryList(platformNames)), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          example: {
            async of(sample) {
              await savedExample(sample);
              return { query: { folder: 'reports', limit: 1 } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { folder, search, platform, limit, cursor: after } = request.query;
      const filter = { folder, search, platform: platform as Platform | undefined, limit, after };
      const page = await accounts.listSavedQueries(principalOf(request).accountId, filter);
      const { queries, folders, total, hasMore } = page;
      return sendEnvelope(reply, {
        queries: queries.map(savedQueryView),
        folders,
        total,
        has_more: hasMore,
        cursor: hasMore ? (queries.at(-1)?.queryId ?? null) : null,
      });
    },
  );
}

function addOne(app: App, { accounts, platformNames }: Services): void {
  const response = { 200: envelope(savedQuery(platformNames)), 422: httpValidationError };
  const described = { ...common, params: queryParams, response };
  const path = async (sample: Sample) => ({ path: await savedExample(sample) });
  app.get(
    one,
    {
      schema: { ...described, operationId: 'get_saved_query', summary: 'Get a saved query' },
      config: { access: 'account', docs: { errors: ['not_found'], example: { of: path } } },
    },
    async (request, reply) => sendEnvelope(reply, savedQueryView(await findNamedQuery(accounts, request))),
  );
  app.patch(
    one,
    {
      schema: {
        ...described,
        operationId: 'update_saved_query',
        summary: 'Change a saved query',
        description: 'Omitted fields are left unchanged. Shares keep the text that was shared.',
        body: changeSavedQueryRequest(platformNames),
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found', 'saved_limit_reached'],
          example: {
            of: async (sample) => ({ ...(await path(sample)), body: { folder: 'reports/daily' } }),
          },
        },
      },
    },
    async (request, reply) => {
      const { accountId } = principalOf(request);
      const { query_id: queryId } = request.params;
      const changed = await accounts.updateSavedQuery(accountId, queryId, changesOf(request.body));
      if (changed === undefined) throw noSavedQuery();
      return sendEnvelope(reply, savedQueryView(changed));
    },
  );
  app.delete(
    one,
    {
      schema: {
        ...common,
        params: queryParams,
        operationId: 'delete_saved_query',
        summary: 'Delete a saved query',
        description: 'Its shares, read tokens and schedules end with it.',
        response: { 200: envelope(deletedItem('query_id')), 422: httpValidationError },
      },
      config: { access: 'account', docs: { errors: ['not_found'], example: { of: path } } },
    },
    async (request, reply) => {
      const { query_id: queryId } = request.params;
      if (!(await accounts.deleteSavedQuery(principalOf(request).accountId, queryId))) throw noSavedQuery();
      return sendEnvelope(reply, { query_id: queryId, message: 'The saved query was deleted' });
    },
  );
}

type Changes = z.infer<ReturnType<typeof changeSavedQueryRequest>>;

/** The given fields; those that are null are emptied. */
function changesOf({ query, platform, ...changes }: Changes): Partial<SavedQueryText> {
  const given = {
    ...changes,
    text: query,
    platform: platform as Platform | undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function addRun(app: App, services: Services): void {
  const { accounts, platforms } = services;
  const [jsonBody, streamBody] = [sqlLimits.jsonRowsMax, sqlLimits.streamRowsMax].map(runSavedQueryRequest);
  app.post(
    `${one}/run`,
    {
      schema: {
        ...common,
        params: queryParams,
        operationId: 'run_saved_query',
        summary: 'Run a saved query',
        description:
          'Costs and responds as `POST /api/{platform}/sql` with the same query. A run is no statement: `wait_timeout_ms` is not supported.',
        body: runSavedQueryRequest(sqlLimits.streamRowsMax),
        response: { 200: envelope(sqlAnswer), 422: httpValidationError },
      },
      config: {
        access: 'account',
        isSql: true,
        bodySchema: (request) =>
          (rowsMaxOf(requestedFormat(request) ?? 'json') === sqlLimits.jsonRowsMax
            ? jsonBody
            : streamBody) as z.ZodType,
        docs: {
          errors: ['not_found', 'platform_not_permitted', ...sqlErrors],
          example: {
            async of(sample) {
              const author = (await sample.row('shortvideo', someAuthor)).username;
              return { path: await savedExample(sample), body: { parameters: { author } } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const saved = await findNamedQuery(accounts, request);
      const definition = definitionOf(platforms, saved);
      checkAccess(principalOf(request), 'account', definition.platform);
      const format = formatOf(request);
      await answerSql(services, definition, reply, { format, body: sqlOf(saved, format, request.body) });
      return reply;
    },
  );
}
