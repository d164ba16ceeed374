import { builtInPlatforms } from '@sdq/catalog';
import type { Credentials, Driver, PlatformDefinition } from '@sdq/catalog/define';
import { type UpstreamOptions, type UpstreamSource, upstreamSource } from './upstream/upstream-source.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The drivers whose credentials are all configured, in the order of the platforms and their drivers. `<DRIVER>_BASE_URL`,
 * with the ID of the driver in capitals, overrides its URL: for a sandbox, a proxy or a test server.
 */
export function configuredSources(
  environment: Environment,
  options: Omit<UpstreamOptions, 'credentials' | 'baseUrl'> = {},
  platforms: readonly PlatformDefinition[] = builtInPlatforms,
): UpstreamSource[] {
  return platforms
    .flatMap(({ upstreams }) => upstreams)
    .flatMap((driver) => {
      const credentials = credentialsOf(driver, environment);
      if (credentials === undefined) return [];
      const baseUrl = environment[`${driver.id.toUpperCase().replaceAll('-', '_')}_BASE_URL`];
      return [upstreamSource(driver, { ...options, credentials, ...(baseUrl && { baseUrl }) })];
    });
}

function credentialsOf(driver: Driver, environment: Environment): Credentials | undefined {
  const credentials: Record<string, string> = {};
  for (const name of driver.credentials) {
    const value = environment[name];
    if (!value) return undefined;
    credentials[name] = value;
  }
  return credentials;
}
