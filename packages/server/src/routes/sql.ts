import type { PlatformDefinition } from '@sdq/catalog/define';
import {
  AppError,
  envelope,
  errorEnvelope,
  httpValidationError,
  type Platform,
  sqlAnswer,
  sqlLimits,
  sqlRequest,
  sqlStatement,
} from '@sdq/contract';
import type { App } from '../app.ts';
import { sqlErrors } from '../openapi/sql-errors.ts';
import type { Services } from '../services.ts';
import { answerSql } from '../sql/answer-sql.ts';
import { requestedFormat, rowsMaxOf } from '../sql/result-format.ts';
import { sqlTextType, toSqlBody } from '../sql/sql-query.ts';

/** `POST /api/{platform}/sql`, once for each platform; `QUERY` does the same, and says that it changes nothing. */
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
        // OpenAPI 3.1 does not know the method QUERY
        ...(method === 'QUERY' && { hide: true }),
        operationId: `${platform}_sql`,
        tags: [platform],
        summary: `Query the ${facts.name.toLowerCase()} with SQL`,
        description:
          'The body may also be bare SQL as `application/sql`, with the other fields in the query string; the method may also be QUERY.',
        security: [{ HTTPBearer: [] }],
        body: streamBody,
        response: responses,
      },
      config: {
        access: 'data',
        platform,
        isSql: true,
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

function notAvailable(platform: Platform, facts: PlatformDefinition): AppError {
  return new AppError('sql_not_available', `SQL for '${platform}' is ${facts.sql}`, {
    meta: { platform, status: facts.status },
  });
}
