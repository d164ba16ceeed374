import type { App } from '../app.ts';
import type { ApiDocument } from '../openapi/complete-document.ts';
import type { Services } from '../services.ts';

/** `GET /llms.txt`: a summary of the API as one Markdown page. */
export function llmsRoute(app: App, { baseUrl }: Services): void {
  app.get('/llms.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-type', 'text/markdown; charset=utf-8')
      .send(llmsText(app.swagger() as unknown as ApiDocument, baseUrl())),
  );
}

function llmsText({ paths }: ApiDocument, baseUrl: string): string {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, parameters = [], requestBody }]) => {
      const inputs = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, required }) => (required === true ? `${name} (required)` : name));
      const schema = requestBody?.content['application/json']?.schema as { properties?: object } | undefined;
      const members = Object.keys(schema?.properties ?? {});
      const takes = [
        inputs.length > 0 ? `Query: ${inputs.join(', ')}.` : '',
        members.length > 0 ? `Body: ${members.join(', ')}.` : '',
      ];
      return `- \`${method.toUpperCase()} ${path}\`: ${[`${summary}.`, ...takes].filter((text) => text !== '').join(' ')}`;
    }),
  );
  return `# Social Data Query

> Indexed public data of four social platforms (short videos, a professional network, photos, microblogs), available
> through SQL and data endpoints, billed per record.

- Base URL: ${baseUrl}
- Data endpoints require a data API key: \`Authorization: Bearer <key>\`. Account endpoints require an account API key: \`X-API-Key: <key>\`.
- A successful response is \`{"success": true, "data", "cost", "request_id"}\`; \`cost\` is in US dollars. An error response is \`{"success": false, "detail", "error": {"code", "status", "param", "retryable", "doc_url", "meta"}, "cost": "$0.0000", "request_id"}\` and is free of charge.
- Validation errors return 422 with \`{"detail": [{"type", "loc", "msg", "input", "ctx"}]}\`, all errors at once.
- Lists are paginated: while \`has_more\` is true, send the \`cursor\` of the response to get the next page.
- SQL is one SELECT in DuckDB's dialect. \`GET /api/{platform}/sql/schema\` returns tables and columns; \`"dry_run": true\` returns the result columns and the maximum cost, free of charge.
- With an \`Idempotency-Key\` a POST request can be retried safely.

## Documents

- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation with examples
- [Errors](${baseUrl}/docs/errors): every \`error.code\`; Markdown with \`Accept: text/markdown\`
- [API reference](${baseUrl}/docs)

## Operations

${lines.join('\n')}
`;
}
