import swagger from '@fastify/swagger';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from '../app.ts';
import { type ApiDocument, completeDocument } from './complete-document.ts';

/** Version of the interface, not of the program. */
const apiVersion = '1.0.0';

const description = `Indexed public data of four social platforms, by SQL and by endpoint, billed per record.

A success is \`{success, data, cost, request_id}\`; a failure is \`{success, detail, error, cost, request_id}\` and costs
nothing; what validation finds is answered 422 with FastAPI’s \`{detail: [{type, loc, msg, input, ctx}]}\`.
Every \`error.code\` is explained at [/docs/errors](/docs/errors).`;

const tags = [
  { name: 'shortvideo', description: 'The short-video platform: SQL, feed, profiles, hashtags, comments.' },
  { name: 'network', description: 'The professional network: people, companies, their posts.' },
  { name: 'photo', description: 'The photo-sharing platform: profiles, posts, reels, hashtags, comments.' },
  { name: 'micro', description: 'The microblogging platform: profiles, posts, threads, search.' },
  { name: 'account', description: 'The caller’s account, keys, usage and money; with an account key.' },
  { name: 'service', description: 'Facts about the service; free, without a key.' },
];

/** Gathers the routes that are added from now on into an OpenAPI 3.1 document. */
export async function registerOpenApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Social Data Query',
        version: apiVersion,
        description,
        license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
      },
      tags,
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
        ? (completeDocument(gathered.openapiObject as unknown as ApiDocument) as never)
        : gathered.swaggerObject,
  });
}
