import { type Import, type ModuleGraph, placeOf } from './module-graph.ts';

/** Which child imports which, and by what: a child is a loose file, or a subfolder with all that is in it. */
export type ChildGraph = Map<string, Map<string, Import[]>>;

/** The name of the folder whose children are the packages. */
export const everyPackage = '';

/** The graph of each folder's children. An import is a dependency in one folder only: the lowest that contains both files. */
export function folderGraphs(modules: ModuleGraph): Map<string, ChildGraph> {
  const graphs = new Map<string, ChildGraph>();
  for (const module of [...modules.keys()].sort()) {
    const place = placeOf(module);
    for (const [depth, child] of place.entries()) childOf(graphs, folderName(place, depth), child);
  }
  for (const from of [...modules.keys()].sort())
    for (const to of [...(modules.get(from) ?? [])].sort()) {
      const [here, there] = [placeOf(from), placeOf(to)];
      const depth = here.findIndex((part, at) => part !== there[at]);
      if (depth < 0) continue;
      const dependencies = childOf(graphs, folderName(here, depth), here[depth] as string);
      const child = there[depth] as string;
      dependencies.set(child, [...(dependencies.get(child) ?? []), { from, to }]);
    }
  return graphs;
}

function folderName(place: string[], depth: number): string {
  const [home, ...inside] = place.slice(0, depth);
  return home === undefined ? everyPackage : [home, 'src', ...inside].join('/');
}

function childOf(graphs: Map<string, ChildGraph>, folder: string, child: string): Map<string, Import[]> {
  const graph = graphs.get(folder) ?? new Map();
  graphs.set(folder, graph);
  const dependencies = graph.get(child) ?? new Map();
  graph.set(child, dependencies);
  return dependencies;
}
