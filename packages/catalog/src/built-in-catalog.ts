import { builtInPlatforms } from './built-in-platforms.ts';
import { Catalog } from './catalog.ts';

/** The tables of the built-in platforms: every one, in the order of the platforms. */
export const builtInCatalog: Catalog = new Catalog(builtInPlatforms.flatMap(({ tables }) => tables));
