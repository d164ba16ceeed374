import type { Catalog } from '@sdq/catalog';

/** What to tell of a table that the platform does not have: that the index holds it undescribed, or another platform has it. */
export function tableElsewhere(
  name: string,
  catalog: Catalog,
  undescribed: readonly string[] = [],
): string | undefined {
  const lower = name.toLowerCase();
  const held = undescribed.find((id) => id.endsWith(`.${lower}`));
  if (held !== undefined) {
    return `The index holds a table ${held} of somebody’s own: give its description, with the option tables of openEngine or --catalog FILE of the command.`;
  }
  const platforms = catalog.platforms.filter((platform) => catalog.find(platform, lower) !== undefined);
  return platforms.length === 0
    ? undefined
    : `There is one on the platform ${platforms.join(', and on ')}: name the platform.`;
}
