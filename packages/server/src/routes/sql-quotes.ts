import type { PlatformDefinition } from '@sdq/catalog/define';
import {
  envelope,
  errorEnvelope,
  httpValidationError,
  type SqlRequest,
  sqlLimits,
  sqlQuote,
  sqlRequest,
} from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { ExampleRequest } from '../openapi/operation-docs.ts';
import { sqlErrors } from '../openapi/sql-errors.ts';
import { takeRates } from '../operations/rate-limits.ts';
import { principalOf } from '../request/access.ts';
import type { Services } from '../services.ts';
import { heldByParameter } from '../siblings/held-by.ts';
import type { Instance } from '../siblings/instance.ts';
import { answerQuote, sendQuote } from '../sql/answer-quote.ts';
import { sqlTextType, toSqlBody } from '../sql/sql-query.ts';
import { notAvailable } from './sql.ts';

/** `POST /api/{platform}/sql/quotes`, `GET` and `DELETE …/{quote_id}`, once for each platform. Free. */
export function sqlQuoteRoutes(app: App, services: Services): void {
  for (const definition of services.platforms) addQuoteRoutes(app, services, definition);
}

const params = z.object({
  quote_id: z.string().meta({ description: 'The `quote_id` in the response that made the quote.' }),
});

function addQuoteRoutes(app: App, services: Services, definition: PlatformDefinition): void {
  const { platform, name, examples, sql, sqlExample } = definition;
  const { quotes, instance } = services.sql;
  const named = (request: FastifyRequest) => nameOf(instance, request);
  const path = `/api/${platform}/sql/quotes`;
  const isAvailable = sql === 'available';
  const described = { tags: [platform], security: [{ HTTPBearer: [] }] };
  const config = { access: 'data', platform, isCheck: true } as const;
  const responses = { 200: envelope(sqlQuote), '4xx': errorEnvelope, 422: httpValidationError };
  const fileOf = (file: string) => examples && { file: new URL(file, examples) };
  const known: ExampleRequest = isAvailable
    ? {
        of: async ({ post }) => ({
          path: { quote_id: String((await post(path, sqlExample, 'data')).quote_id) },
        }),
      }
    : { status: 404, of: () => ({ path: { quote_id: 'quote_4f1c2a9e-8d7b-4a50-9c1d-2e3f4a5b6c7d' } }) };
  app.post(
    path,
    {
      schema: {
        ...described,
        operationId: `create_${platform}_sql_quote`,
        summary: `Get a binding quote for an SQL query on the ${name.toLowerCase()}`,
        description:
          'Free of charge, unless it is `exact`. For ten minutes the query can be run with `quote_id` in the body of an SQL request: it reads the snapshot of the quote, and never costs more than its `cost_max`, whatever is published or priced in between. With `exact: true` the query is run and its result retained: the quote tells its rows and price, costs $0.0001, which counts for the first row, and accepting it pays the rest.',
        body: sqlRequest(definition, sqlLimits.streamRowsMax),
        response: { ...responses, 501: errorEnvelope },
      },
      config: {
        ...config,
        docs: {
          errors: sqlErrors,
          example: { of: () => ({ body: sqlExample }), ...(!isAvailable && { status: 501 }) },
          ...fileOf('sql-quote-create.json'),
        },
        refusal: () => (isAvailable ? undefined : notAvailable(platform, definition)),
        readText: { type: sqlTextType, toBody: toSqlBody },
      },
    },
    async (request, reply) => {
      const { accounts, limits } = services;
      // an exact quote runs its query: it counts as SQL
      if ((request.body as SqlRequest).exact)
        await takeRates(accounts, limits, request, reply, { isSql: true });
      await answerQuote(services, definition, reply);
      return reply;
    },
  );
  const one = { ...described, params, response: responses };
  const heldBy = heldByParameter('quote_id');
  const docs = (file: string) => ({
    errors: ['not_found', 'result_expired'] as const,
    example: known,
    ...fileOf(file),
  });
  app.get(
    `${path}/:quote_id`,
    {
      schema: {
        ...one,
        operationId: `get_${platform}_sql_quote`,
        summary: `Get a quote on the ${name.toLowerCase()}`,
      },
      config: { ...config, heldBy, docs: docs('sql-quote.json') },
    },
    async (request, reply) => {
      sendQuote(reply, quotes.find(...named(request), platform), services.prices);
      return reply;
    },
  );
  app.delete(
    `${path}/:quote_id`,
    {
      schema: {
        ...one,
        operationId: `delete_${platform}_sql_quote`,
        summary: `Withdraw a quote on the ${name.toLowerCase()}`,
      },
      config: { ...config, heldBy, docs: docs('sql-quote-delete.json') },
    },
    async (request, reply) => {
      sendQuote(reply, quotes.drop(...named(request), platform), services.prices);
      return reply;
    },
  );
}

/** The ID of a quote, and the account that asks for it. Errors: `result_expired` for one of an instance that has ended. */
function nameOf(instance: Instance, request: FastifyRequest): [string, string] {
  const { quote_id: id } = request.params as z.infer<typeof params>;
  instance.refuseOthers(id);
  return [id, principalOf(request).accountId];
}
