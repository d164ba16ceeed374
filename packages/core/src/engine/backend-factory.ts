import { requirePlatform } from '@sdq/catalog';
import type { BackendFactory } from '../backend/execution-backend.ts';
import { platformBackends } from '../backend/platform-backends.ts';
import { duckdbBackend } from '../backends/duckdb/duckdb-backend.ts';
import type { EngineOptions } from './engine.ts';
import { refuseForeignOptions } from './foreign-options.ts';

/** What opens the backends of an engine. Errors: `usage_error` for options without effect, and for unknown platforms. */
export function backendFactory(options: EngineOptions, platforms: readonly string[]): BackendFactory {
  const { backend, backends } = options;
  if (backend !== undefined) refuseForeignOptions(options);
  const byDefault = backend ?? duckdbBackend(options);
  if (backends === undefined) return byDefault;
  for (const platform of Object.keys(backends)) requirePlatform(platform, platforms);
  return platformBackends(byDefault, backends);
}
