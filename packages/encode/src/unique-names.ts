/**
 * Makes column names unique, as they appear in results: the second `a` becomes `a_1`, the next `a_2`. A name given by
 * the query is kept; a generated one never collides with another column.
 *
 * @example uniqueNames(['a', 'a', 'a_1']) // ['a', 'a_2', 'a_1']
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  const nextSuffix = new Map<string, number>();
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let suffix = nextSuffix.get(name) ?? 1;
    while (taken.has(`${name}_${suffix}`)) suffix++;
    nextSuffix.set(name, suffix + 1);
    const unique = `${name}_${suffix}`;
    taken.add(unique);
    seen.add(unique);
    return unique;
  });
}
