/** The fewest steps from `start` to a node that `isGoal` takes, both named; at least one step. Undefined when none leads there. */
export function shortestPath(
  start: string,
  next: (node: string) => Iterable<string>,
  isGoal: (node: string) => boolean,
): string[] | undefined {
  const seen = new Set<string>();
  let paths = [[start]];
  while (paths.length > 0) {
    const longer: string[][] = [];
    for (const path of paths)
      for (const node of next(path.at(-1) as string)) {
        if (isGoal(node)) return [...path, node];
        if (seen.has(node)) continue;
        seen.add(node);
        longer.push([...path, node]);
      }
    paths = longer;
  }
  return undefined;
}
