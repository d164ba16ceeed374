import { errorCodes } from '@sdq/contract';
import type { App } from '../services.ts';

/** `GET /docs/errors`: what `doc_url` of an error points at, each code under its own anchor. */
export function errorDocsRoute(app: App): void {
  const page = errorPage();
  app.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(page),
  );
}

/** The table's texts are our own; nothing of a request stands in the page. */
function errorPage(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { kind, retryable, meaning }]) =>
      `<tr id="${code}"><td><code>${code}</code><td>${kind}<td>${retryable ? 'yes' : 'no'}<td>${meaning}`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Errors</title>
<h1>Errors</h1>
<p><code>error.code</code> of an answer is one of these. <i>Again</i> says whether the same call may succeed later.
<table><tr><th>code<th>kind<th>again<th>meaning
${rows.join('\n')}
</table>
`;
}
