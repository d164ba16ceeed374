import type { PlatformDefinition } from '@sdq/catalog/define';
import { envelope, errorEnvelope, httpValidationError, sqlCheck, sqlLimits, sqlRequest } from '@sdq/contract';
import type { App } from '../app.ts';
import type { Services } from '../services.ts';
import { answerCheck } from '../sql/answer-check.ts';
import { sqlTextType, toSqlBody } from '../sql/sql-query.ts';
import { notAvailable } from './sql.ts';

/** `POST /api/{platform}/sql/check`, once for each platform: free, with a rate limit of its own. */
export function sqlCheckRoutes(app: App, services: Services): void {
  for (const definition of services.platforms) addCheckRoute(app, services, definition);
}

function addCheckRoute(app: App, services: Services, definition: PlatformDefinition): void {
  const { platform, name, examples, sql, sqlExample } = definition;
  app.post(
    `/api/${platform}/sql/check`,
    {
      schema: {
        operationId: `check_${platform}_sql`,
        tags: [platform],
        summary: `Check an SQL query on the ${name.toLowerCase()}`,
        description:
          'Reads and plans a query without running it, free of charge: columns, parameters, maximum rows and cost, and what is wrong with it. An invalid query is a successful response with `valid: false`. It takes the body of a query, and has a rate limit of its own.',
        security: [{ HTTPBearer: [] }],
        body: sqlRequest(definition, sqlLimits.streamRowsMax),
        response: {
          200: envelope(sqlCheck),
          '4xx': errorEnvelope,
          422: httpValidationError,
          501: errorEnvelope,
        },
      },
      config: {
        access: 'data',
        platform,
        isCheck: true,
        docs: {
          errors: [
            'sql_not_available',
            'query_timeout',
            'crash_budget_exceeded',
            'result_expired',
            'result_withdrawn',
          ],
          example: {
            of: () => ({ body: sqlExample }),
            ...(sql !== 'available' && { status: 501 }),
          },
          ...(examples && { file: new URL('sql-check.json', examples) }),
        },
        refusal: () => (sql === 'available' ? undefined : notAvailable(platform, definition)),
        readText: { type: sqlTextType, toBody: toSqlBody },
      },
    },
    async (_request, reply) => {
      await answerCheck(services, definition, reply);
      return reply;
    },
  );
}
