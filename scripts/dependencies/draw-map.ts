import { type ChildGraph, everyPackage, folderGraphs } from './folder-graphs.ts';
import type { ModuleGraph } from './module-graph.ts';

/** Packages and folders with fewer subfolders are drawn without them. */
const foldersMin = 4;

/** The packages, then the folders of each: each line lists what its first name imports, which is always further down. */
export function drawMap(modules: ModuleGraph): string {
  const graphs = folderGraphs(modules);
  const packages = graphs.get(everyPackage) ?? new Map();
  const maps = [draw(packages).join('\n')];
  for (const name of topDown(packages)) {
    const source = `${name}/src`;
    const folders = withoutFiles(graphs.get(source));
    const lone = [...folders.keys()].flatMap((folder) => loneFolder(graphs, `${source}/${lastPart(folder)}`));
    for (const folder of [source, ...lone]) {
      const inside = withoutFiles(graphs.get(folder));
      const title = folder.replace(source, lastPart(name));
      if (inside.size >= foldersMin)
        maps.push([title, ...draw(inside).map((line) => `  ${line}`)].join('\n'));
    }
  }
  return maps.join('\n\n');
}

/** The only child of a folder, if it is a folder: it is drawn too, because the line above says nothing about its content. */
function loneFolder(graphs: ReadonlyMap<string, ChildGraph>, folder: string): string[] {
  const [child, another] = [...(graphs.get(folder)?.keys() ?? [])];
  return child === undefined || another !== undefined || child.endsWith('.ts')
    ? []
    : [`${folder}/${lastPart(child)}`];
}

function withoutFiles(graph: ChildGraph = new Map()): ChildGraph {
  const isFolder = (child: string) => !child.endsWith('.ts');
  return new Map(
    [...graph]
      .filter(([child]) => isFolder(child))
      .map(([child, dependencies]) => [child, new Map([...dependencies].filter(([to]) => isFolder(to)))]),
  );
}

/** A line for each child; those that import no other share the last one. */
function draw(graph: ChildGraph): string[] {
  const order = topDown(graph);
  const importsOf = (child: string) => order.filter((other) => graph.get(child)?.has(other)).map(lastPart);
  const importing = order.filter((child) => importsOf(child).length > 0);
  const rest = order.filter((child) => !importing.includes(child)).map(lastPart);
  const width = Math.max(...importing.map((child) => lastPart(child).length));
  const lines = importing.map(
    (child) => `${lastPart(child).padEnd(width)} -> ${importsOf(child).join(', ')}`,
  );
  return rest.length === 0 ? lines : [...lines, rest.join(', ')];
}

function lastPart(name: string): string {
  return name.split('/').at(-1) as string;
}

/** The children in topological order: by the length of the longest dependency chain below them, longest first, then by name. */
function topDown(graph: ChildGraph): string[] {
  const heights = new Map<string, number>();
  const heightOf = (child: string): number => {
    const known = heights.get(child);
    if (known !== undefined) return known;
    heights.set(child, 0); // ends the recursion in a cycle, which the check reports
    const height = 1 + Math.max(-1, ...[...(graph.get(child)?.keys() ?? [])].map(heightOf));
    heights.set(child, height);
    return height;
  };
  return [...graph.keys()].sort((a, b) => heightOf(b) - heightOf(a) || (a < b ? -1 : 1));
}
