/**
 * Checks that imports go one way: the rules of `.dependency-cruiser.json` between files, no cycle among the children
 * of any folder, what `arrows/reach-rules.ts` forbids through any chain, who loads an engine (`arrows/engine-rules.ts`); and
 * that ARCHITECTURE.md shows today's map.
 */
import { readFileSync } from 'node:fs';
import { engineImports, engineRules } from './arrows/engine-rules.ts';
import { describeCycle, folderCycles } from './arrows/folder-cycles.ts';
import { forbiddenPaths } from './arrows/forbidden-paths.ts';
import { reachRules } from './arrows/reach-rules.ts';
import { readModules } from './arrows/read-modules.ts';
import { mapDocs } from './map-docs.ts';

const { modules, violations } = await readModules();
const cycles = folderCycles(modules);
const reached = reachRules.flatMap((rule) =>
  forbiddenPaths(modules, rule).map((path) => `${rule.name}:\n  ${path.join('\n  -> ')}`),
);
const loaded = engineRules.flatMap((rule) =>
  engineImports(modules.keys(), rule).map((found) => `${rule.name}:\n  ${found}`),
);
const architecture = new URL('../ARCHITECTURE.md', import.meta.url);
const isMapOld = readFileSync(architecture, 'utf8') !== mapDocs(architecture, modules);
const faults = [...violations, ...cycles.map(describeCycle), ...reached, ...loaded];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (isMapOld) process.stderr.write('ARCHITECTURE.md shows another map: npm run docs:map writes it\n');
console.log(`${modules.size} modules, ${faults.length} wrong arrows`);
if (faults.length > 0 || isMapOld) process.exitCode = 1;
