import { type ChildGraph, folderGraphs } from './folder-graphs.ts';
import type { Import, ModuleGraph } from './module-graph.ts';
import { shortestPath } from './shortest-path.ts';

export interface FolderDependency {
  from: string;
  to: string;
  imports: Import[];
}

/** Children of one folder that import each other in a cycle. The dependency with the fewest imports is the first. */
export interface FolderCycle {
  folder: string;
  dependencies: FolderDependency[];
}

/** All cycles among the children of any folder: for each dependency that is part of one, the shortest cycle through it. */
export function folderCycles(modules: ModuleGraph): FolderCycle[] {
  return [...folderGraphs(modules)].flatMap(([folder, graph]) =>
    cyclesOf(graph).map((dependencies) => ({ folder, dependencies })),
  );
}

function cyclesOf(graph: ChildGraph): FolderDependency[][] {
  const cycles = new Map<string, FolderDependency[]>();
  const next = (child: string) => graph.get(child)?.keys() ?? [];
  for (const [child, dependencies] of graph)
    for (const neighbour of dependencies.keys()) {
      const back = shortestPath(neighbour, next, (node) => node === child);
      if (back === undefined) continue;
      const cycle = fromTheFewest(dependenciesAlong([child, ...back], graph));
      cycles.set(cycle.map(({ from }) => from).join(), cycle);
    }
  return [...cycles.values()];
}

function dependenciesAlong(path: string[], graph: ChildGraph): FolderDependency[] {
  return path.slice(1).map((to, at) => {
    const from = path[at] as string;
    return { from, to, imports: graph.get(from)?.get(to) ?? [] };
  });
}

function fromTheFewest(dependencies: FolderDependency[]): FolderDependency[] {
  const rank = ({ imports, from }: FolderDependency) => [imports.length, from] as const;
  const fewest = dependencies.reduce((a, b) => (isBefore(rank(b), rank(a)) ? b : a));
  const at = dependencies.indexOf(fewest);
  return [...dependencies.slice(at), ...dependencies.slice(0, at)];
}

function isBefore(a: readonly [number, string], b: readonly [number, string]): boolean {
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1];
}

/** A cycle as text: its members, then each dependency with the imports that cause it. */
export function describeCycle({ folder, dependencies }: FolderCycle): string {
  const ring = [...dependencies.map(({ from }) => from), dependencies[0]?.from].join(' -> ');
  const lines = dependencies.flatMap(({ from, to, imports }, at) => [
    `  ${from} -> ${to}, ${imports.length} ${imports.length === 1 ? 'import' : 'imports'}${at === 0 ? ' (the fewest)' : ''}:`,
    ...imports.map((each) => `    ${each.from} -> ${each.to}`),
  ]);
  return [`cycle in ${folder === '' ? 'the packages' : folder}: ${ring}`, ...lines].join('\n');
}
