import type { App } from '../app.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `GET /openapi.json`: the OpenAPI 3.1 document, generated from the schemas of the routes. */
export function openApiDocumentRoute(app: App, { baseUrl }: Services): void {
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    sendJsonText(reply, JSON.stringify({ ...app.swagger(), servers: [{ url: baseUrl() }] })),
  );
}
