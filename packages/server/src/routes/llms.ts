import type { App } from '../app.ts';
import type { ApiDocument } from '../openapi/complete-document.ts';
import type { Services } from '../services.ts';

/** `GET /llms.txt`: the service in one page of Markdown, for programs that read. */
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

> Indexed public data of four social platforms (short videos, a professional network, photos, microblogs), by SQL and
> by endpoint, billed per record.

- Base address: ${baseUrl}
- Data endpoints take a data key: \`Authorization: Bearer <key>\`. Account endpoints take an account key: \`X-API-Key: <key>\`.
- A success is \`{"success": true, "data", "cost", "request_id"}\`; \`cost\` is in dollars. A failure is \`{"success": false, "detail", "error": {"code", "status", "param", "retryable", "doc_url", "meta"}, "cost": "$0.0000", "request_id"}\` and costs nothing.
- Wrong input is answered 422 with \`{"detail": [{"type", "loc", "msg", "input", "ctx"}]}\`, all faults at once.
- Lists come in pages: send \`cursor\` of the answer again while \`has_more\` is true.
- SQL is one SELECT in DuckDB's dialect. \`GET /api/{platform}/sql/schema\` names tables and columns; \`"dry_run": true\` tells columns and the greatest cost for nothing.
- \`Idempotency-Key\` on a POST makes it safe to send again.

## Documents

- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation with examples
- [Errors](${baseUrl}/docs/errors): every \`error.code\`; Markdown with \`Accept: text/markdown\`
- [Reference for people](${baseUrl}/docs)

## Operations

${lines.join('\n')}
`;
}
