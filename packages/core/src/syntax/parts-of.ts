/** All objects within a part of a tree, and the part itself. */
export function* partsOf(value: unknown): Generator<Record<string, unknown>, undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* partsOf(child);
  return undefined;
}
