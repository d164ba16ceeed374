/** Delay after a new snapshot was refused: reading all of its files again is expensive. */
const refusedWaitMs = { first: 5_000, max: 60_000 } as const;

/**
 * Looks for a newer snapshot at intervals. One that cannot be opened is reported once, and retried with increasing
 * delays; queries continue with the current one.
 */
export function refreshEvery(
  everyMs: number,
  refresh: () => Promise<void>,
  onRefused: (error: unknown) => void = () => {},
): Disposable {
  if (everyMs <= 0) return { [Symbol.dispose]() {} };
  let told = '';
  let waitMs: number = refusedWaitMs.first;
  let quietUntil = 0;
  const look = async () => {
    if (performance.now() < quietUntil) return;
    try {
      await refresh();
      told = '';
      waitMs = refusedWaitMs.first;
    } catch (error) {
      quietUntil = performance.now() + waitMs;
      waitMs = Math.min(refusedWaitMs.max, waitMs * 2);
      const message = error instanceof Error ? error.message : String(error);
      if (message === told) return;
      told = message;
      onRefused(error);
    }
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
