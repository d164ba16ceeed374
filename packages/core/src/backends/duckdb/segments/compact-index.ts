import { tableId, withTables } from '@sdq/catalog';
import { type CompactionPlan, openSnapshot, planCompaction } from '@sdq/index';
import { type BuildIndexOptions, type BuildIndexReport, buildIndex } from './build-index.ts';

export interface CompactIndexOptions extends Omit<BuildIndexOptions, 'mode'> {
  /** Whether only the plan is made; default false. */
  readonly dryRun?: boolean | undefined;
  /** Called with the plan before any work. */
  readonly onPlan?: ((plan: CompactionPlan) => void | Promise<void>) | undefined;
}

export interface CompactIndexReport {
  /** What was expected of the snapshot before. */
  readonly plan: CompactionPlan;
  /** Null if there was nothing to compact, and with `dryRun`. */
  readonly build: BuildIndexReport | null;
}

/**
 * Writes the changes of an index that delta files and masks hold into base files, and builds the segments of these
 * tables; other tables stay as they are. Readers continue with their snapshots until the result is published at once.
 * A call that was killed is continued by the next one, unless records were added in between.
 *
 * Errors: those of {@link buildIndex}, `disk_full`.
 */
export async function compactIndex(options: CompactIndexOptions): Promise<CompactIndexReport> {
  const { dryRun = false, onPlan, ...building } = options;
  const catalog = withTables(options.tables);
  const plan = planCompaction(await openSnapshot(options.index), catalog, options.only);
  await onPlan?.(plan);
  if (plan.tables.length === 0 || dryRun) return { plan, build: null };
  const only = catalog.storedTables
    .map(tableId)
    .filter((id) => plan.tables.some(({ table }) => table === id));
  return { plan, build: await buildIndex({ ...building, only, mode: 'build' }) };
}
