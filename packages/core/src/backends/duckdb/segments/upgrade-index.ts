import { type Catalog, tableId, withTables } from '@sdq/catalog';
import { withDiskFull } from '@sdq/contract';
import {
  makeManifest,
  manifestFormat,
  openSnapshot,
  profileOf,
  publish,
  type Snapshot,
  takeWriteLock,
} from '@sdq/index';
import { structuresOf } from '../access-paths/access-paths.ts';
import { type BuildIndexOptions, type BuildIndexReport, buildIndex } from './build-index.ts';
import { isOutdated } from './choose-build.ts';

export interface UpgradeIndexOptions extends Omit<BuildIndexOptions, 'mode' | 'only'> {
  /** Whether only the plan is made; default false. */
  readonly dryRun?: boolean | undefined;
  /** Called with the plan before any work. */
  readonly onPlan?: ((plan: UpgradePlan) => void | Promise<void>) | undefined;
}

/** What of an index an earlier version has written otherwise than this one would. */
export interface UpgradePlan {
  /** The format of its manifest, and the one that this version writes. */
  readonly format: { readonly from: number; readonly to: number };
  /** Ids of the tables of which a segment lacks a structure, a key file or statistics, or has one that is built otherwise today. */
  readonly tables: readonly string[];
}

export interface UpgradeIndexReport {
  readonly plan: UpgradePlan;
  /** The current snapshot. */
  readonly snapshotId: string;
  /** What was built; null where no table needed it, and with `dryRun`. */
  readonly build: BuildIndexReport | null;
}

/**
 * Brings an index that an earlier version wrote to what this version writes: segments first, then the format of the manifest. Files
 * of rows stay, and so do structures that would be built the same way. Versions that read older formats only refuse the index
 * afterwards. A call that was killed is continued by the next one. Nothing is written where nothing is older.
 *
 * Errors: those of {@link buildIndex}.
 */
export async function upgradeIndex(options: UpgradeIndexOptions): Promise<UpgradeIndexReport> {
  const { dryRun = false, onPlan, ...building } = options;
  const plan = planUpgrade(await openSnapshot(options.index), withTables(options.tables));
  await onPlan?.(plan);
  const isDone = dryRun || plan.tables.length === 0;
  const build = isDone ? null : await buildIndex({ ...building, only: plan.tables, mode: 'build' });
  if (!dryRun) await withDiskFull({ path: options.index }, () => rewriteManifest(building));
  return { plan, snapshotId: (await openSnapshot(options.index)).id, build };
}

function planUpgrade(snapshot: Snapshot, catalog: Catalog): UpgradePlan {
  const outdated = catalog.storedTables.filter((table) => {
    const rows = snapshot.rows(table);
    return snapshot.segments(table).some((segment) => {
      const profile = profileOf(segment);
      const structures = structuresOf(table, rows, profile);
      return structures.length > 0 && isOutdated(table, structures, segment, { tableRows: rows, profile });
    });
  });
  return { format: { from: snapshot.manifest.format, to: manifestFormat }, tables: outdated.map(tableId) };
}

/** Publishes the same content in the format of this version. */
async function rewriteManifest({
  index,
  waitMs,
  signal,
}: Pick<BuildIndexOptions, 'index' | 'waitMs' | 'signal'>): Promise<void> {
  if ((await openSnapshot(index)).manifest.format === manifestFormat) return;
  await using _lock = await takeWriteLock(index, { waitMs, signal });
  const { manifest } = await openSnapshot(index);
  if (manifest.format === manifestFormat) return;
  const { tables, sources, segments, snapshot_id: parent } = manifest;
  const files = Object.entries(tables).map(([id, table]) => [id, table.files] as const);
  const masks = Object.entries(tables).map(([id, table]) => [id, table.masks ?? []] as const);
  await publish(
    index,
    makeManifest({
      ...{ parent, sources, segments },
      tables: Object.fromEntries(files),
      masks: Object.fromEntries(masks),
    }),
  );
}
