import { AppError } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';

/** Refuses a request without a route: 405 when the path has other methods, else 404. */
export type RefuseUnknownRoute = (request: FastifyRequest) => never;

/** Records all routes that are added afterwards. */
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

/** Whether a path matches a route: equal segments, where `:name` matches any non-empty segment. */
function isSamePath(url: string, path: string): boolean {
  const [expected, actual] = [url.split('/'), path.split('/')];
  return (
    expected.length === actual.length &&
    expected.every((segment, i) => (segment.startsWith(':') ? actual[i] !== '' : segment === actual[i]))
  );
}
