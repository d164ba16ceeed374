import swagger from '@fastify/swagger';
import type { PlatformDefinition } from '@sdq/catalog/define';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from '../app.ts';
import type { ApiDocument } from './api-document.ts';
import { completeDocument } from './complete-document.ts';
import type { OperationDocs } from './operation-docs.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The documentation of each operation besides its schemas, by operation ID. */
    operationDocs: ReadonlyMap<string, OperationDocs>;
  }
}

/** Version of the API, not of the program. */
const apiVersion = '1.0.0';

const description = `Indexed public data of four social platforms, available through SQL and data endpoints, billed per record.

A successful response is \`{success, data, cost, request_id}\`. An error response is
\`{success, detail, error, cost, request_id}\` and is free of charge. Validation errors return 422 with a FastAPI-compatible
body \`{detail: [{type, loc, msg, input, ctx}]}\`. Every \`error.code\` is explained at [/docs/errors](/docs/errors).`;

const tagsOf = (platforms: readonly PlatformDefinition[]) => [
  ...platforms.map(({ platform: name, description }) => ({ name, description })),
  {
    name: 'account',
    description: 'The caller’s account, API keys, usage and balance; requires an account API key.',
  },
  {
    name: 'queries',
    description:
      'Saved queries of an account, and what stands on them: shares, read tokens, schedules; requires an account API key.',
  },
  { name: 'service', description: 'Information about the service; free, without an API key.' },
];

/** Collects all routes that are added afterwards into an OpenAPI 3.1 document. */
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
          HTTPBearer: { type: 'http', scheme: 'bearer', description: 'A data API key.' },
          APIKeyHeader: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'An account API key.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    transformObject: (gathered) =>
      'openapiObject' in gathered
        ? (completeDocument(
            gathered.openapiObject as unknown as ApiDocument,
            (id) => docs.get(id),
            platforms.map(({ platform }) => platform),
          ) as never)
        : gathered.swaggerObject,
  });
}
