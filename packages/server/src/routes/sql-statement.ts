import type { PlatformDefinition } from '@sdq/catalog/define';
import {
  envelope,
  errorEnvelope,
  httpValidationError,
  type Platform,
  sqlAnswer,
  sqlStatement,
  sqlStatementQuery,
} from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { ExampleRequest, ExampleValues, Sample } from '../openapi/operation-docs.ts';
import { sqlErrors } from '../openapi/sql-errors.ts';
import { principalOf } from '../request/access.ts';
import { addVary } from '../response/compress-answer.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';
import { heldByParameter } from '../siblings/held-by.ts';
import { sendProgress } from '../sql/send-progress.ts';
import { sendStatement } from '../sql/send-statement.ts';
import { statementView } from '../sql/statement-view.ts';
import type { Statement } from '../sql/statements.ts';

/** `GET` and `DELETE /api/{platform}/sql/statements/{statement_id}`, once for each platform. */
export function sqlStatementRoutes(app: App, services: Services): void {
  for (const facts of services.platforms) addStatementRoutes(app, services, facts);
}

const params = z.object({
  statement_id: z
    .string()
    .meta({ description: 'The `statement_id` in the response to the request that submitted the statement.' }),
});
const errors = { '4xx': errorEnvelope, 422: httpValidationError };

function addStatementRoutes(app: App, services: Services, definition: PlatformDefinition): void {
  const { platform, name, examples } = definition;
  const { statements } = services.sql;
  const path = `/api/${platform}/sql/statements/:statement_id`;
  const config = { access: 'data', platform, heldBy: heldByParameter('statement_id') } as const;
  const described = { tags: [platform], security: [{ HTTPBearer: [] }], params };
  app.get(
    path,
    {
      schema: {
        ...described,
        operationId: `get_${platform}_sql_statement`,
        summary: `Get the state and result of an SQL statement on the ${name.toLowerCase()}`,
        description:
          'Returns 202 and the state while the statement is running, and then its result in any format. Reading the result is free of charge and can be repeated until it expires.',
        querystring: sqlStatementQuery,
        response: {
          200: envelope(z.union([sqlAnswer, sqlStatement])),
          202: envelope(sqlStatement),
          ...errors,
        },
      },
      config: {
        ...config,
        docs: {
          errors: [...sqlErrors, 'not_found'],
          example:
            definition.sql === 'available' ? { of: (sample) => begunStatement(sample, definition) } : unknown,
          ...(examples && { file: new URL('sql-statement.json', examples) }),
        },
      },
    },
    async (request, reply) => {
      const statement = find(services, platform, request);
      addVary(reply, 'Accept');
      reply.header('cache-control', 'private, no-cache');
      await sendStatement(reply, statement, services.sql.pages);
      return reply;
    },
  );
  app.get(
    `${path}/events`,
    {
      schema: {
        ...described,
        operationId: `get_${platform}_sql_statement_events`,
        summary: `Get the progress of an SQL statement on the ${name.toLowerCase()} as events`,
        description:
          'Server-sent events (`text/event-stream`): `progress` with the state of the statement when the connection opens and while it changes, at most four a second, then `end` with its last state. Free of charge.',
        response: errors,
      },
      config: {
        ...config,
        docs: {
          errors: ['not_found', 'result_expired'],
          example:
            definition.sql === 'available' ? { of: (sample) => begunStatement(sample, definition) } : unknown,
          ...(examples && { file: new URL('sql-statement-events.json', examples) }),
        },
      },
    },
    async (request, reply) => {
      const statement = find(services, platform, request);
      sendProgress(services.eventStreams, reply, statement);
      return reply;
    },
  );
  app.delete(
    path,
    {
      schema: {
        ...described,
        operationId: `cancel_${platform}_sql_statement`,
        summary: `Cancel an SQL statement on the ${name.toLowerCase()}`,
        response: { 200: envelope(sqlStatement), ...errors },
      },
      config: {
        ...config,
        docs: {
          errors: ['not_found', 'result_expired', 'statement_not_running'],
          example: unknown,
          ...(examples && { file: new URL('sql-statement-cancel.json', examples) }),
        },
      },
    },
    async (request, reply) => {
      const statement = find(services, platform, request);
      await statements.cancel(statement);
      return sendEnvelope(reply, statementView(statement));
    },
  );
}

/** A statement that does not exist or has expired. */
const unknown: ExampleRequest = {
  status: 404,
  of: () => ({ path: { statement_id: 'stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH' } }),
};

async function begunStatement(
  { post }: Sample,
  { platform, sqlExample }: PlatformDefinition,
): Promise<ExampleValues> {
  const body = { ...sqlExample, wait_timeout_ms: 10_000 };
  const { statement_id } = await post(`/api/${platform}/sql`, body, 'data');
  return { path: { statement_id: String(statement_id) } };
}

function find(services: Services, platform: Platform, request: FastifyRequest): Statement {
  const { statement_id: id } = request.params as z.infer<typeof params>;
  return services.sql.statements.find(id, principalOf(request).keyId, platform);
}
