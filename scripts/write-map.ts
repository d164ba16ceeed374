/** Writes the map of packages and folders into ARCHITECTURE.md. `npm run check:dependencies` fails when it is not what this would write. */
import { writeFileSync } from 'node:fs';
import { readModules } from './dependencies/read-modules.ts';
import { mapDocs } from './map-docs.ts';

const path = new URL('../ARCHITECTURE.md', import.meta.url);
const { modules } = await readModules();
writeFileSync(path, mapDocs(path, modules));
