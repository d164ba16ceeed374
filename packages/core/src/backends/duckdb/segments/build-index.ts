import { type Catalog, type CatalogTable, tableId, withTables } from '@sdq/catalog';
import { AppError, nearestNames } from '@sdq/contract';
import {
  checkDescriptions,
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
import { type BuildChoice, chooseBuild } from './choose-build.ts';

export interface BuildIndexOptions {
  /** Directory of the index. */
  readonly index: string;
  /** Tables beside the built-in ones. What the index holds of others stays as it is. */
  readonly tables?: readonly CatalogTable[] | undefined;
  /**
   * `build` (the default): one segment over everything where there is none, too much is scattered over overlays, or a
   * structure would be built otherwise today; else an overlay over what no segment covers. `rebuild`: one over
   * everything in any case. `refresh`: an overlay, when it is a few million rows at most. Each table by itself.
   */
  readonly mode?: 'build' | 'rebuild' | 'refresh' | undefined;
  /** Ids of the tables to build over, `platform.name`; default: all. */
  readonly only?: readonly string[] | undefined;
  /** Whether tables get segments too that base files answer as quickly, for they are small; default false. */
  readonly smallTables?: boolean | undefined;
  /** Threads, and processes for row files; default: all cores. */
  readonly threads?: number | undefined;
  /** DuckDB's memory limit, in bytes; default 2 GiB. The process takes up to about half as much more. */
  readonly memoryBytesMax?: number | undefined;
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** Ends the build; it rejects with the signal's reason. What was built is kept, and a later call goes on from it. */
  readonly signal?: AbortSignal | undefined;
}

/** What was built over one table. */
export interface TableBuild {
  /** Id of the table, `platform.name`. */
  readonly table: string;
  readonly built: 'main' | 'overlay';
  readonly segment: SegmentReport;
}

export interface BuildIndexReport {
  /** The snapshot that is current now. */
  readonly snapshotId: string;
  /** What was built, by table in the catalogue's order; empty for nothing. */
  readonly tables: readonly TableBuild[];
  /** Whether so much is stale, uncovered or in overlays that `sdq index build` would compact it. */
  readonly isCompactionDue: boolean;
}

/**
 * Builds what answers queries faster than base files, over every table that is large enough, and publishes it at
 * once. Readers go on with the snapshot they have. A call that was killed is continued by the next one with the same
 * files.
 *
 * Errors: `index_missing`, `index_locked`, `index_corrupt`, `catalog_invalid`, `usage_error` for a table that is not known.
 */
export async function buildIndex(options: BuildIndexOptions): Promise<BuildIndexReport> {
  const mode = options.mode ?? 'build';
  const catalog = withTables(options.tables);
  await openSnapshot(options.index); // a directory without an index is left as it is
  await using _lock = await takeWriteLock(options.index);
  const snapshot = await openSnapshot(options.index);
  checkDescriptions(catalog, snapshot.manifest);
  const rowsOf = (table: CatalogTable) =>
    options.smallTables === true ? Number.POSITIVE_INFINITY : snapshot.rows(table);
  const { only } = options;
  for (const id of only ?? []) checkId(catalog, id);
  const choices = catalog.tables.map((table) => {
    const tableRows = rowsOf(table);
    const coverage = coverageOf(snapshot, table);
    const choice = chooseBuild(table, mode, snapshot.files(table), coverage, { tableRows });
    if (only === undefined || only.includes(tableId(table))) return { table, choice };
    const kept = coverage.segments.map(({ segment }) => segment);
    return { table, choice: { ...choice, kind: 'nothing', files: [], kept } satisfies BuildChoice };
  });
  const isCompactionDue = choices.some(({ choice }) => choice.isCompactionDue);
  const tables: TableBuild[] = [];
  const segments = (snapshot.manifest.segments ?? []).filter(
    ({ table }) => catalog.byId(table) === undefined,
  );
  for (const { table, choice } of choices) {
    segments.push(...choice.kept);
    if (choice.kind === 'nothing') continue;
    const { segment, report } = await buildOver(options, snapshot, table, rowsOf(table), choice);
    segments.push(segment);
    tables.push({ table: tableId(table), built: choice.kind, segment: report });
  }
  if (tables.length > 0) {
    const manifest = withSegments(snapshot, segments);
    await publish(options.index, manifest);
    if (only === undefined) await dropBuilds(options.index);
    else for (const table of only) await dropBuilds(options.index, table);
    return { snapshotId: manifest.snapshot_id, tables, isCompactionDue };
  }
  // All is covered: what lies there is left over from a run killed after it published. A refresh cannot tell.
  if (mode !== 'refresh' && only === undefined) await dropBuilds(options.index);
  return { snapshotId: snapshot.id, tables, isCompactionDue };
}

function checkId(catalog: Catalog, id: string): void {
  if (catalog.byId(id) !== undefined) return;
  const known = catalog.tables.map(tableId);
  const [nearest] = nearestNames(id, known);
  throw new AppError('usage_error', `there is no table ${id}`, {
    hint: nearest === undefined ? `the tables are ${known.join(', ')}` : `did you mean ${nearest}?`,
  });
}

async function buildOver(
  options: BuildIndexOptions,
  snapshot: Snapshot,
  table: CatalogTable,
  tableRows: number,
  { files }: BuildChoice,
) {
  return await buildSegment({
    root: options.index,
    table,
    tableRows,
    files,
    published: snapshot.segments(table),
    takesOver: options.mode !== 'rebuild',
    threads: options.threads,
    memoryBytesMax: options.memoryBytesMax,
    onProgress: options.onProgress,
    signal: options.signal,
  });
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
