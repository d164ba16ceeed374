import type { PlatformDefinition } from './define-platform.ts';
import type { Endpoint } from './endpoint.ts';

/** The data endpoints of some platforms by path below `/api/`, in the order of the OpenAPI document. */
export function endpointsByPath(platforms: readonly PlatformDefinition[]): ReadonlyMap<string, Endpoint> {
  return new Map(
    platforms.flatMap(({ platform, endpoints }) =>
      Object.entries(endpoints).map(([name, endpoint]) => [`${platform}/${name}`, endpoint] as const),
    ),
  );
}
