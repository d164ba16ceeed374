import { readFileSync } from 'node:fs';
import { drawMap } from './dependencies/draw-map.ts';
import type { ModuleGraph } from './dependencies/module-graph.ts';
import { replaceSection } from './replace-section.ts';

const markers = { begin: '<!-- map: written by npm run docs:map -->', end: '<!-- end of map -->' };

/** ARCHITECTURE.md as it stands, with the map of packages and folders as the modules have it. */
export function mapDocs(path: URL, modules: ModuleGraph): string {
  return replaceSection(readFileSync(path, 'utf8'), markers, `\`\`\`text\n${drawMap(modules)}\n\`\`\``);
}
