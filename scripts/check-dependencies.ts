/**
 * Checks the dependency rules: those of `.dependency-cruiser.json` between files, no cycle among the children
 * of any folder, what `dependencies/reach-rules.ts` forbids through any chain, who loads an engine (`dependencies/engine-rules.ts`); and
 * that the map in ARCHITECTURE.md is up to date.
 */
import { readFileSync } from 'node:fs';
import { engineImports, engineRules } from './dependencies/engine-rules.ts';
import { describeCycle, folderCycles } from './dependencies/folder-cycles.ts';
import { forbiddenPaths } from './dependencies/forbidden-paths.ts';
import { reachRules } from './dependencies/reach-rules.ts';
import { readModules } from './dependencies/read-modules.ts';
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
if (isMapOld) process.stderr.write('ARCHITECTURE.md is out of date: run npm run docs:map\n');
console.log(`${modules.size} modules, ${faults.length} violated dependency rules`);
if (faults.length > 0 || isMapOld) process.exitCode = 1;
