import swagger from '@fastify/swagger';
import type { PlatformDefinition } from '@sdq/catalog/define';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from '../app.ts';
import { type ApiDocument, completeDocument } from './complete-document.ts';
import type { OperationDocs } from './operation-docs.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What stands beside each route for the API's document, by operation. */
    operationDocs: ReadonlyMap<string, OperationDocs>;
  }
}

/** Version of the interface, not of the program. */
const apiVersion = '1.0.0';

const description = `Indexed public data of four social platforms, by SQL and by endpoint, billed per record.

A success is \`{success, data, cost, request_id}\`; a failure is \`{success, detail, error, cost, request_id}\` and costs
nothing; what validation finds is answered 422 with FastAPI’s \`{detail: [{type, loc, msg, input, ctx}]}\`.
Every \`error.code\` is explained at [/docs/errors](/docs/errors).`;

const tagsOf = (platforms: readonly PlatformDefinition[]) => [
  ...platforms.map(({ platform: name, description }) => ({ name, description })),
  { name: 'account', description: 'The caller’s account, keys, usage and money; with an account key.' },
  { name: 'service', description: 'Facts about the service; free, without a key.' },
];

/** Gathers the routes that are added from now on into an OpenAPI 3.1 document. */
export async function registerOpenApi(app: App, platforms: readonly PlatformDefinition[]): Promise<void> {
  const docs = new Map<string, OperationDocs>();
  app.decorate('operationDocs', docs);
  app.addHook('onRoute', ({ schema, config }) => {
    if (schema?.operationId !== undefined && config?.docs !== undefined) {
      docs.set(schema.operationId, config.docs);
    }
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Social Data Query',
        version: apiVersion,
        description,
        license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
      },
      tags: tagsOf(platforms),
      components: {
        securitySchemes: {
          HTTPBearer: { type: 'http', scheme: 'bearer', description: 'A data key.' },
          APIKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An account key.' },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    transformObject: (gathered) =>
      'openapiObject' in gathered
        ? (completeDocument(gathered.openapiObject as unknown as ApiDocument, (id) => docs.get(id)) as never)
        : gathered.swaggerObject,
  });
}
