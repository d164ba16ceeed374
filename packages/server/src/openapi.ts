import swagger from '@fastify/swagger';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from './services.ts';

/** Version of the interface, not of the program. */
const apiVersion = '1.0.0';

/** Gathers the routes that are added from now on into an OpenAPI 3.1 document. */
export async function registerOpenApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Social Data Query',
        version: apiVersion,
        description:
          'Indexed public data of four social platforms, by SQL and by endpoint, billed per record.',
      },
      components: {
        securitySchemes: {
          HTTPBearer: { type: 'http', scheme: 'bearer', description: 'A data key.' },
          APIKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An account key.' },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
}
