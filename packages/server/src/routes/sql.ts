import type { PlatformDefinition } from '@sdq/catalog/define';
import {
  AppError,
  envelope,
  errorEnvelope,
  httpValidationError,
  type Platform,
  type SqlRequest,
  sqlAnswer,
  sqlLimits,
  sqlRequest,
  sqlStatement,
} from '@sdq/contract';
import { Cursors } from '@sdq/platforms';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { sqlErrors } from '../openapi/sql-errors.ts';
import type { Services } from '../services.ts';
import { heldByField } from '../siblings/held-by.ts';
import { holderOf } from '../siblings/instance.ts';
import { answerSql } from '../sql/answer-sql.ts';
import { requestedFormat, rowsMaxOf } from '../sql/result-format.ts';
import { sqlTextType, toSqlBody } from '../sql/sql-query.ts';

/** `POST /api/{platform}/sql`, once for each platform; the method `QUERY`, which is defined as safe, is equivalent. */
export function sqlRoutes(app: App, services: Services): void {
  for (const facts of services.platforms) addSqlRoute(app, services, facts);
}

function addSqlRoute(app: App, services: Services, facts: PlatformDefinition): void {
  const { platform } = facts;
  const jsonBody = sqlRequest(facts, sqlLimits.jsonRowsMax);
  const streamBody = sqlRequest(facts, sqlLimits.streamRowsMax);
  for (const method of ['POST', 'QUERY']) {
    app.route({
      method,
      url: `/api/${platform}/sql`,
      schema: {
        // OpenAPI 3.1 does not support the method QUERY
        ...(method === 'QUERY' && { hide: true }),
        operationId: `query_${platform}_sql`,
        tags: [platform],
        summary: `Run an SQL query on the ${facts.name.toLowerCase()}`,
        description:
          'The body can also be SQL text with the media type `application/sql`, with the other fields in the query string. The method QUERY is also supported.',
        security: [{ HTTPBearer: [] }],
        body: streamBody,
        response: responses,
      },
      config: {
        access: 'data',
        platform,
        isSql: true,
        heldBy: heldByQuoteOrCursor,
        docs: {
          errors: sqlErrors,
          example: {
            of: () => ({ body: facts.sqlExample }),
            ...(facts.sql !== 'available' && { status: 501 }),
          },
          ...(facts.examples && { file: new URL('sql.json', facts.examples) }),
        },
        refusal: () => (facts.sql === 'available' ? undefined : notAvailable(platform, facts)),
        bodySchema: (request) =>
          rowsMaxOf(requestedFormat(request) ?? 'json') === sqlLimits.jsonRowsMax ? jsonBody : streamBody,
        readText: { type: sqlTextType, toBody: toSqlBody },
      },
      handler: async (_request, reply) => {
        await answerSql(services, facts, reply);
        return reply;
      },
    });
  }
}

const responses = {
  200: envelope(sqlAnswer),
  202: envelope(sqlStatement),
  '4xx': errorEnvelope,
  422: httpValidationError,
  501: errorEnvelope,
};

const heldByQuote = heldByField('quote_id');

/** The instance that made the quote, or that has the result of the cursor, which reads it itself. */
function heldByQuoteOrCursor(request: FastifyRequest): string | undefined {
  const { cursor } = request.body as SqlRequest;
  const source = typeof cursor === 'string' ? Cursors.sourceOf(cursor) : undefined;
  return heldByQuote(request) ?? (source === undefined ? undefined : holderOf(source));
}

export function notAvailable(platform: Platform, facts: PlatformDefinition): AppError {
  return new AppError(
    'sql_not_available',
    `SQL is not yet available for platform "${platform}" (${facts.sql})`,
    {
      meta: { platform, status: facts.status },
    },
  );
}
