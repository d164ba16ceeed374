import { AppError } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';

/** Refuses a request that no route takes: 405 when the path has other methods, else 404. */
export type RefuseUnknownRoute = (request: FastifyRequest) => never;

/** Remembers the routes that are added from now on. */
export function watchRoutes(app: App): RefuseUnknownRoute {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByPath.set(url, methods);
  });
  return (request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allow = [...methodsByPath]
      .filter(([url]) => isSamePath(url, path))
      .flatMap(([, methods]) => [...methods]);
    if (allow.length === 0) throw new AppError('route_not_found', 'Not Found');
    throw new AppError('method_not_allowed', 'Method Not Allowed', { meta: { allow: allow.sort() } });
  };
}

/** Whether a path is one of a route's: same segments, `:name` being any one that is not empty. */
function isSamePath(url: string, path: string): boolean {
  const [expected, actual] = [url.split('/'), path.split('/')];
  return (
    expected.length === actual.length &&
    expected.every((segment, i) => (segment.startsWith(':') ? actual[i] !== '' : segment === actual[i]))
  );
}
