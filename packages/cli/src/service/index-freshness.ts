import type { FreshnessFigures } from '@sdq/server';

/** For so long, the same figures serve several metrics. */
const keptMs = 1_000;

/** Reads how fresh an index is: its manifest, the footers of files that are new, and what the last add noted. */
export async function indexFreshness(index: string): Promise<() => Promise<FreshnessFigures>> {
  const [{ NewestObservations, openSnapshot, planCompaction, readLastAdd }, { withTables }] =
    await Promise.all([import('@sdq/index'), import('@sdq/catalog')]);
  const catalog = withTables([]);
  const observations = new NewestObservations();
  const read = async (): Promise<FreshnessFigures> => {
    const snapshot = await openSnapshot(index);
    const [newest, lastAdd] = await Promise.all([observations.of(snapshot, catalog), readLastAdd(index)]);
    const { tables } = planCompaction(snapshot, catalog);
    const sum = (of: (table: (typeof tables)[number]) => number) =>
      tables.reduce((total, table) => total + of(table), 0);
    return {
      newestObservation: newest.size === 0 ? null : new Date(Math.max(...[...newest.values()].map(Number))),
      secondsToVisible: lastAdd?.seconds_to_visible ?? null,
      deltaFiles: sum(({ deltas }) => deltas.files),
      deltaRows: sum(({ deltas }) => deltas.rows),
      maskedRows: sum(({ masks }) => masks.rows),
    };
  };
  let kept: { readonly at: number; readonly figures: Promise<FreshnessFigures> } | undefined;
  return async () => {
    if (kept === undefined || performance.now() - kept.at > keptMs)
      kept = { at: performance.now(), figures: read() };
    return await kept.figures;
  };
}
