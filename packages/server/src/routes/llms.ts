import type { App } from '../app.ts';
import type { ApiDocument } from '../openapi/api-document.ts';
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
- Check before you pay: \`POST /api/{platform}/sql/check\` with the body of a query says, free of charge, whether it is valid, what is wrong and how to mend it, its columns and parameters, and its maximum rows and cost. \`max_cost\` bounds a request.
- Binding quotes: \`POST /api/{platform}/sql/quotes\`, then run with \`quote_id\` in the body within ten minutes; it never costs more.
- \`GET /api/events\` tells of new snapshots (server-sent events).
- Pay once: rows that the account paid for cost nothing again for 24 hours, in any format; \`snapshot_id\` in the body reads the snapshot of an earlier response.
- Saved queries (\`/api/users/me/queries\`, account key) can be run, shared by a permalink (\`GET /api/q/{share_id}\`, free), read by programs that cannot send headers (\`GET /api/r/{token}.csv\`), and run by schedule.
- SQL is one SELECT in DuckDB's dialect. \`GET /api/{platform}/sql/schema\` returns tables and columns; \`"dry_run": true\` returns the result columns and the maximum cost, free of charge.
- \`POST /api/{platform}/sql/statements/{id}/links\` makes a signed URL of a result as a file, with ranges, for programs that cannot send headers.
- A quote with \`"exact": true\` runs the query and retains its result: it tells rows and price, and costs $0.0001, which counts for the first row.
- Answers of data endpoints carry \`data.meta.sql\`: the query with its parameters whose rows are their records, or null.
- \`GET /api/{platform}/sql/statements/{id}/events\` tells the progress of a statement.
- Browsers sign in with \`POST /api/session\` and get a cookie; programs use keys.
- With an \`Idempotency-Key\` a POST request can be retried safely.

## Documents

- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation with examples
- [Errors](${baseUrl}/docs/errors): every \`error.code\`; Markdown with \`Accept: text/markdown\`
- [API reference](${baseUrl}/docs)

## Operations

${lines.join('\n')}
`;
}
