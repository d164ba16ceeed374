import { builtInPlatforms } from './built-in-platforms.ts';
import type { PlatformDefinition } from './define/index.ts';
import type { CatalogTable } from './table.ts';

/** The tables of the platforms that are not built in: an engine, or ingest, adds them to the built-in ones. */
export function addedTables(platforms: readonly PlatformDefinition[]): CatalogTable[] {
  const isBuiltIn = (name: string) => builtInPlatforms.some(({ platform }) => platform === name);
  return platforms.flatMap(({ platform, tables }) => (isBuiltIn(platform) ? [] : tables));
}
