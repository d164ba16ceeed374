import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { addVary } from '../response/compress-answer.ts';
import { errorTable, errorTableAsMarkdown } from '../response/error-table.ts';

const introduction =
  '`error.code` of an error response is one of these codes. Retryable errors may succeed if the same request is sent again, after `Retry-After` if present. Failed requests are free.';

/** `GET /docs/errors`: the page that `doc_url` of an error links to, with an anchor for each code; Markdown on request by Accept. */
export function errorDocsRoute(app: App): void {
  const html = errorPage();
  const markdown = `# Errors\n\n${introduction}\n\n${errorTableAsMarkdown()}`;
  app.get('/docs/errors', { schema: { hide: true } }, async (request, reply) => {
    addVary(reply, 'Accept');
    if (/\btext\/(?:markdown|plain)\b/.test(request.headers.accept ?? '')) {
      return reply.header('content-type', 'text/markdown; charset=utf-8').send(markdown);
    }
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy })
      .send(html);
  });
}

const style = `
html { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #ddd }
code { font: .92em ui-monospace, monospace }
tr:target { background: #fff3c4 }
a { color: #0b57d0 }
@media (max-width: 44rem) {
  thead { display: none }
  tr, td { display: block; border: 0; padding: 0 }
  tr { padding: .7rem 0; border-bottom: 1px solid #ddd }
  td:nth-child(2)::before { content: 'Status ' }
  td:nth-child(3)::before { content: 'Kind: ' }
  td:nth-child(4)::before { content: 'Retryable: ' }
  td, p { overflow-wrap: anywhere }
}
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
  a { color: #9ec1ff }
  th, td, tr { border-color: #3a3a3a }
  tr:target { background: #4a3f10 }
}
`;
const styleHash = createHash('sha256').update(style).digest('base64');
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The page has no input of callers. */
function errorPage(): string {
  const rows = errorTable().map(
    ({ code, status, kind, retryable, meaning }) =>
      `<tr id="${code}"><td><a href="#${code}"><code>${code}</code></a><td>${status ?? '–'}<td>${kind}<td>${retryable ? 'yes' : 'no'}<td>${marked(meaning)}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${style}</style>
<main>
<h1>Errors</h1>
<p>${marked(introduction)}
<table>
<thead><tr><th>Code<th>Status<th>Kind<th>Retryable<th>Meaning
<tbody>
${rows.join('\n')}
</table>
</main>
`;
}

/** Converts the Markdown of meanings to HTML: code and emphasis. */
function marked(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replace(/`([^`]+)`/g, '<code>$1</code>').replace(/\*([^*]+)\*/g, '<i>$1</i>');
}
