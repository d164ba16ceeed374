import { builtInPlatforms } from './built-in-platforms.ts';
import type { PlatformDefinition } from './define/index.ts';
import type { CatalogTable } from './table.ts';

/** The tables of those platforms that are not built in: what an engine, or ingest, is told beside the built-in ones. */
export function addedTables(platforms: readonly PlatformDefinition[]): CatalogTable[] {
  const isBuiltIn = (name: string) => builtInPlatforms.some(({ platform }) => platform === name);
  return platforms.flatMap(({ platform, tables }) => (isBuiltIn(platform) ? [] : tables));
}
