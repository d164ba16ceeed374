import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError } from '@sdq/contract';
import fastify from 'fastify';
import type { App } from '../app.ts';
import { addVary } from '../response/compress-answer.ts';

const compress = promisify(gzip);

/**
 * The page can load resources only from this service. The reference viewer needs inline styles; scripts are files.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The greys of the viewer, with the contrast of WCAG AA (4.5) on its own backgrounds. */
const readableCss = `.light-mode { --scalar-color-2: #5a5a5a; --scalar-color-3: #666; --scalar-color-green: #007a4d; --scalar-color-red: #c00000;
  --scalar-color-blue: #0a5ad4; --scalar-color-orange: #9a4a00; --scalar-color-yellow: #7a5c00; --scalar-color-purple: #6a3fc0 }
.dark-mode { --scalar-color-2: #b4b4b4; --scalar-color-3: #9e9e9e; --scalar-color-green: #4ad295; --scalar-color-red: #ff8a8a;
  --scalar-color-blue: #7ab8ff; --scalar-color-orange: #ffab5c; --scalar-color-yellow: #ffe066; --scalar-color-purple: #c3a6ff }`;

/** Disables all external requests: fonts, proxy, agent, telemetry. */
const configuration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'direct',
  persistAuth: false,
  customCss: readableCss,
  metaData: { title: 'Social Data Query: API reference' },
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Social Data Query: API reference</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
</head>
<body>
<noscript>This page requires JavaScript. The OpenAPI document is at <a href="/openapi.json">/openapi.json</a>, and the error codes are at <a href="/docs/errors">/docs/errors</a>.</noscript>
<script id="api-reference" type="application/json" data-url="/openapi.json" data-configuration="${escapeAttribute(JSON.stringify(configuration))}"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

/** `GET /docs`: the API reference as a page. `/docs/` leads there. */
export function docsRoute(app: App): void {
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy })
      .send(page),
  );
  app.get('/docs/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs', 308));
  let script: Promise<Script> | undefined;
  app.get('/docs/reference.js', { schema: { hide: true } }, async (request, reply) => {
    script ??= readScript();
    const { plain, compressed, tag } = await script;
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      etag: tag,
    });
    addVary(reply, 'Accept-Encoding');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
}

/** Without a console, `/` leads browsers to the API reference; programs get the 404 of an unknown path. */
export function addHome(app: App): void {
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const isBrowser = /\btext\/html\b/.test(request.headers.accept ?? '');
    if (!isBrowser) throw new AppError('route_not_found', 'Not Found');
    return reply.redirect('/docs');
  });
}

interface Script {
  plain: Buffer;
  compressed: Buffer;
  tag: string;
}

/** Loads the script of the reference viewer, some megabytes, on demand. Its package offers it only as a route of a plugin, so a separate application requests it. */
async function readScript(): Promise<Script> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const holder = fastify();
  await holder.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { rawPayload: plain, statusCode } = await holder.inject('/reference/js/scalar.js');
  await holder.close();
  if (statusCode !== 200) throw new Error(`The API reference has no script: status ${statusCode}`);
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, compressed: await compress(plain), tag };
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
