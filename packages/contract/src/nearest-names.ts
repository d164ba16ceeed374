const candidatesMax = 3;

/** The Damerau-Levenshtein distance: insertions, deletions, replacements and swaps of neighbouring letters. */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        least = Math.min(least, (before[column - 2] as number) + 1);
      }
      current.push(least);
    }
    before = previous;
    previous = current;
  }
  return previous[to.length] as number;
}

/**
 * Up to three of `names` that resemble `wanted`, nearest first, regardless of case. A name resembles another when
 * at most about a third of its letters differ, or when one contains the other.
 */
export function nearestNames(wanted: string, names: Iterable<string>): string[] {
  const lower = wanted.toLowerCase().slice(0, 64);
  const near: { name: string; distance: number }[] = [];
  for (const name of new Set(names)) {
    const candidate = name.toLowerCase();
    const within = lower.length >= 3 && (candidate.includes(lower) || lower.includes(candidate));
    const distance = editDistance(lower, candidate);
    const reach = Math.max(1, Math.ceil(Math.max(lower.length, candidate.length) / 3));
    if (distance <= reach || (within && candidate.length >= 3)) near.push({ name, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, candidatesMax)
    .map(({ name }) => name);
}
