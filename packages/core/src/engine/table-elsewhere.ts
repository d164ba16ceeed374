import type { Catalog } from '@sdq/catalog';

/**
 * The hint for a table that the platform lacks: the index contains it without a description, or another platform has
 * it.
 */
export function tableElsewhere(
  name: string,
  catalog: Catalog,
  undescribed: readonly string[] = [],
): string | undefined {
  const lower = name.toLowerCase();
  const held = undescribed.find((id) => id.endsWith(`.${lower}`));
  if (held !== undefined) {
    return `The index contains a table "${held}" without a description: pass its description with the option "tables" of openEngine or --catalog FILE of the command`;
  }
  const platforms = catalog.platforms.filter((platform) => catalog.find(platform, lower) !== undefined);
  return platforms.length === 0
    ? undefined
    : `The table exists on the platform ${platforms.join(', and on ')}: query that platform`;
}
