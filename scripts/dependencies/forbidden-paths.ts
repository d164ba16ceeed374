import type { ModuleGraph } from './module-graph.ts';
import type { ReachRule } from './reach-rules.ts';
import { shortestPath } from './shortest-path.ts';

/**
 * What breaks the rule: from each module that reaches a forbidden folder, the shortest way there, unless another such * module lies on it and tells the same.
 * @throws when a folder of the rule contains no module: such a rule would always pass.
 */
export function forbiddenPaths(modules: ModuleGraph, { name, from, never }: ReachRule): string[][] {
  for (const folder of [...from, ...never])
    if (![...modules.keys()].some((module) => module.startsWith(folder)))
      throw new Error(`rule "${name}": no module lies in ${folder}`);
  const startsIn = (folders: string[]) => (module: string) => folders.some((each) => module.startsWith(each));
  const isFrom = startsIn(from);
  return [...modules.keys()]
    .filter(isFrom)
    .sort()
    .map((module) => shortestPath(module, (each) => modules.get(each) ?? [], startsIn(never)))
    .filter((path) => path !== undefined)
    .filter((path) => !path.slice(1).some(isFrom));
}
