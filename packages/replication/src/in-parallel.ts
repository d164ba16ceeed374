/** Runs some work over all items, `most` at a time. After the first failure nothing more begins, the others are aborted, and it is thrown. */
export async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  signal: AbortSignal | undefined,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const abort = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const rest = items.values();
  const failures: unknown[] = [];
  const run = async () => {
    for (const item of rest) {
      if (abort.aborted) return;
      try {
        await work(item, abort);
      } catch (error) {
        failures.push(error);
        stop.abort(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run));
  signal?.throwIfAborted();
  if (failures.length > 0) throw failures[0];
}
