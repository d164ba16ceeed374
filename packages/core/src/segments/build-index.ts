import { type Catalog, type CatalogTable, tableId, withTables } from '@sdq/catalog';
import {
  coverageOf,
  type Manifest,
  makeManifest,
  openSnapshot,
  publish,
  type SegmentEntry,
  type Snapshot,
  takeWriteLock,
} from '@sdq/index';
import { dropBuilds } from './build-folder.ts';
import type { BuildProgress, SegmentReport } from './build-report.ts';
import { buildSegment } from './build-segment.ts';
import { chooseBuild } from './choose-build.ts';

export interface BuildIndexOptions {
  /** Directory of the index. */
  readonly index: string;
  /** Tables beside the built-in ones. What the index holds of others stays as it is. */
  readonly tables?: readonly CatalogTable[] | undefined;
  /**
   * `build` (the default): one segment over everything where there is none, too much is scattered over overlays, or a
   * structure would be built otherwise today; else an overlay over what no segment covers. `rebuild`: one over everything in any case. `refresh`: an overlay,
   * when it is a few million rows at most.
   */
  readonly mode?: 'build' | 'rebuild' | 'refresh' | undefined;
  /** Threads, and processes for row files; default: all cores. */
  readonly threads?: number | undefined;
  /** DuckDB's memory limit, in bytes; default 2 GiB. The process takes up to about half as much more. */
  readonly memoryBytesMax?: number | undefined;
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** Ends the build; it rejects with the signal's reason. What was built is kept, and a later call goes on from it. */
  readonly signal?: AbortSignal | undefined;
}

export interface BuildIndexReport {
  /** The snapshot that is current now. */
  readonly snapshotId: string;
  readonly built: 'main' | 'overlay' | 'nothing';
  /** What was built; null for nothing. */
  readonly segment: SegmentReport | null;
  /** Whether so much is stale, uncovered or in overlays that `sdq index build` would compact it. */
  readonly isCompactionDue: boolean;
}

/**
 * Builds what answers queries faster than base files, over the table of which the catalogue lists it, and publishes it. Readers go on
 * with the snapshot they have. A call that was killed is continued by the next one with the same files.
 *
 * Errors: `index_missing`, `index_locked`, `index_corrupt`, `catalog_invalid`.
 */
export async function buildIndex(options: BuildIndexOptions): Promise<BuildIndexReport> {
  const table = indexedTable(withTables(options.tables));
  await openSnapshot(options.index); // a directory without an index is left as it is
  await using _lock = await takeWriteLock(options.index);
  const snapshot = await openSnapshot(options.index);
  const files = snapshot.files(table);
  const coverage = coverageOf(snapshot, table);
  const choice = chooseBuild(table, options.mode ?? 'build', files, coverage);
  const { isCompactionDue } = choice;
  if (choice.kind === 'nothing') {
    // All is covered: what lies there is left over from a run killed after it published. A refresh cannot tell.
    if (options.mode !== 'refresh') await dropBuilds(options.index);
    return { snapshotId: snapshot.id, built: 'nothing', segment: null, isCompactionDue };
  }
  const { segment, report } = await buildSegment({
    root: options.index,
    table,
    files: choice.files,
    published: snapshot.segments(table),
    takesOver: options.mode !== 'rebuild',
    threads: options.threads,
    memoryBytesMax: options.memoryBytesMax,
    onProgress: options.onProgress,
    signal: options.signal,
  });
  const manifest = withSegments(snapshot, [...choice.kept, segment]);
  await publish(options.index, manifest);
  await dropBuilds(options.index);
  return { snapshotId: manifest.snapshot_id, built: choice.kind, segment: report, isCompactionDue };
}

/** The snapshot's tables with these segments. */
function withSegments({ manifest }: Snapshot, segments: readonly SegmentEntry[]): Manifest {
  const { snapshot_id, tables, sources } = manifest;
  return makeManifest({
    parent: snapshot_id,
    tables: Object.fromEntries(Object.entries(tables).map(([id, { files }]) => [id, files])),
    sources,
    segments,
  });
}

/** The table that segments are over. Errors: a programmer's mistake where the catalogue has none, or several. */
function indexedTable(catalog: Catalog): CatalogTable {
  const [table, another] = catalog.tables.filter(({ paths }) => paths !== undefined);
  if (table === undefined || another !== undefined)
    throw new Error(
      `segments are over one table, not ${[table, another].map((each) => each && tableId(each)).join(', ')}`,
    );
  return table;
}
