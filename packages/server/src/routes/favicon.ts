import type { App } from '../app.ts';

/** The icon of the console, `packages/console/src/style/icon.svg`. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>sdq</title><rect width="32" height="32" rx="7" fill="#2456d6"/><path d="M8 23V13m6 10V9m6 14v-7m6 7V11" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>\n';

/** `GET /favicon.svg`, which the pages name, and `GET /favicon.ico`, which browsers ask for where a page names none. */
export function faviconRoute(app: App): void {
  for (const path of ['/favicon.svg', '/favicon.ico'])
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .headers({ 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=86400' })
        .send(icon),
    );
}
