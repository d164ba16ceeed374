/**
 * Runs work for each item, some at a time; resolves with the results in the order of the items. After a failure no other
 * item is begun; rejects with the first error when none runs any more.
 */
export async function atOnce<Item, Result>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length && failures.length === 0) {
      const place = next++;
      try {
        results[place] = await work(items[place] as Item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
