import { type ChildGraph, folderGraphs } from './folder-graphs.ts';
import type { Import, ModuleGraph } from './module-graph.ts';
import { shortestPath } from './shortest-path.ts';

export interface FolderArrow {
  from: string;
  to: string;
  imports: Import[];
}

/** Children of one folder that import each other in a ring. The arrow of the fewest imports is the first. */
export interface FolderCycle {
  folder: string;
  arrows: FolderArrow[];
}

/** All cycles among the children of any folder: for each arrow that lies on one, the shortest that it lies on. */
export function folderCycles(modules: ModuleGraph): FolderCycle[] {
  return [...folderGraphs(modules)].flatMap(([folder, graph]) =>
    cyclesOf(graph).map((arrows) => ({ folder, arrows })),
  );
}

function cyclesOf(graph: ChildGraph): FolderArrow[][] {
  const cycles = new Map<string, FolderArrow[]>();
  const next = (child: string) => graph.get(child)?.keys() ?? [];
  for (const [child, arrows] of graph)
    for (const neighbour of arrows.keys()) {
      const back = shortestPath(neighbour, next, (node) => node === child);
      if (back === undefined) continue;
      const cycle = fromTheThinnest(arrowsAlong([child, ...back], graph));
      cycles.set(cycle.map(({ from }) => from).join(), cycle);
    }
  return [...cycles.values()];
}

function arrowsAlong(path: string[], graph: ChildGraph): FolderArrow[] {
  return path.slice(1).map((to, at) => {
    const from = path[at] as string;
    return { from, to, imports: graph.get(from)?.get(to) ?? [] };
  });
}

function fromTheThinnest(arrows: FolderArrow[]): FolderArrow[] {
  const rank = ({ imports, from }: FolderArrow) => [imports.length, from] as const;
  const thinnest = arrows.reduce((a, b) => (isBefore(rank(b), rank(a)) ? b : a));
  const at = arrows.indexOf(thinnest);
  return [...arrows.slice(at), ...arrows.slice(0, at)];
}

function isBefore(a: readonly [number, string], b: readonly [number, string]): boolean {
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1];
}

/** A cycle as a person reads it: the ring, then each arrow with the imports that make it. */
export function describeCycle({ folder, arrows }: FolderCycle): string {
  const ring = [...arrows.map(({ from }) => from), arrows[0]?.from].join(' -> ');
  const lines = arrows.flatMap(({ from, to, imports }, at) => [
    `  ${from} -> ${to}, ${imports.length} ${imports.length === 1 ? 'import' : 'imports'}${at === 0 ? ' (the fewest)' : ''}:`,
    ...imports.map((each) => `    ${each.from} -> ${each.to}`),
  ]);
  return [`cycle in ${folder === '' ? 'the packages' : folder}: ${ring}`, ...lines].join('\n');
}
