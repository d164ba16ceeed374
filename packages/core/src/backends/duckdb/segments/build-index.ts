import { type Catalog, type CatalogTable, tableId, withTables } from '@sdq/catalog';
import { AppError, nearestNames, withDiskFull } from '@sdq/contract';
import {
  checkDescriptions,
  coverageOf,
  dropFolded,
  foldLayers,
  layout,
  type Manifest,
  makeManifest,
  openSnapshot,
  type Profile,
  profileOf,
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
  /** Tables beside the built-in ones. Other tables in the index stay as they are. */
  readonly tables?: readonly CatalogTable[] | undefined;
  /**
   * `build` (the default): one segment over everything if there is none, if too much is spread over overlays, or if a
   * structure would be built differently today; otherwise an overlay over the uncovered files. `rebuild`: one over
   * everything in any case. `refresh`: an overlay of at most a few million rows. Each table separately.
   */
  readonly mode?: 'build' | 'rebuild' | 'refresh' | undefined;
  /**
   * `full`: all structures. `compact`: those that repeat little of what base files hold; the index takes a fraction of the disk, and
   * queries for whole rows take longer. Default: the profile in which the table's segments were built, or, where it has none, those
   * of other tables; at first `full`. With another one than before, a table is built again, unless the mode is `refresh`.
   */
  readonly profile?: Profile | undefined;
  /** Ids of the tables to build over, `platform.name`; default: all. */
  readonly only?: readonly string[] | undefined;
  /** Whether small tables, which base files answer as quickly, get segments too; default false. */
  readonly smallTables?: boolean | undefined;
  /** Threads, and processes for row files; default: all cores. */
  readonly threads?: number | undefined;
  /** DuckDB's memory limit, in bytes; default 2 GiB. The process uses up to about half as much more. */
  readonly memoryBytesMax?: number | undefined;
  /** How long to wait for another writer of the index, in milliseconds; default 0. */
  readonly waitMs?: number | undefined;
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /**
   * Cancels the build; it rejects with the signal's reason. Finished parts are retained, and a later call continues
   * from them.
   */
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
  /** The current snapshot. */
  readonly snapshotId: string;
  /** Results by table in the catalogue's order; empty if nothing was built. */
  readonly tables: readonly TableBuild[];
  /** Ids of the tables whose delta files and masks became base files. */
  readonly folded: readonly string[];
  /** Whether so many rows are stale, uncovered or in overlays that `sdq index build` would compact them. */
  readonly isCompactionDue: boolean;
}

/** How often a long build publishes the tables that are done. */
const publishEveryMs = 10_000;

/**
 * Folds delta files and masks into base files (not in the mode `refresh`), builds acceleration structures over every
 * table that is large enough, and publishes both at once; where nothing is folded, it publishes the tables that are done every ten
 * seconds. Readers continue with their snapshots. A call that was killed is continued by the next one with the same files.
 *
 * Errors: `index_missing`, `index_locked`, `index_corrupt`, `disk_full`, `catalog_invalid`, `usage_error` for an unknown table.
 */
export async function buildIndex(options: BuildIndexOptions): Promise<BuildIndexReport> {
  return await withDiskFull({ path: options.index }, () => build(options));
}

async function build(options: BuildIndexOptions): Promise<BuildIndexReport> {
  const mode = options.mode ?? 'build';
  const catalog = withTables(options.tables);
  await openSnapshot(options.index); // does not change a directory without an index
  const { only } = options;
  for (const id of only ?? []) checkId(catalog, id);
  await using _lock = await takeWriteLock(options.index, options);
  const published = await openSnapshot(options.index);
  checkDescriptions(catalog, published.manifest);
  const snapshot = mode === 'refresh' ? published : await foldFirst(options, catalog, published);
  const rowsOf = (table: CatalogTable) =>
    options.smallTables === true ? Number.POSITIVE_INFINITY : snapshot.rows(table);
  const choices = catalog.tables.map((table) => {
    const tableRows = rowsOf(table);
    const coverage = coverageOf(snapshot, table);
    const isAsked = only === undefined || only.includes(tableId(table));
    const profile = profileFor(isAsked ? options : {}, snapshot, table);
    const choice = chooseBuild(table, mode, snapshot.files(table), coverage, { tableRows, profile });
    if (isAsked) return { table, profile, choice };
    const kept = coverage.segments.map(({ segment }) => segment);
    return { table, profile, choice: { ...choice, kind: 'nothing', files: [], kept } satisfies BuildChoice };
  });
  const isCompactionDue = choices.some(({ choice }) => choice.isCompactionDue);
  const tables: TableBuild[] = [];
  const unknown = (snapshot.manifest.segments ?? []).filter(({ table }) => catalog.byId(table) === undefined);
  const done = new Map<string, readonly SegmentEntry[]>();
  const segmentsNow = () => [
    ...unknown,
    ...choices.flatMap(({ table }) => done.get(tableId(table)) ?? snapshot.segments(table)),
  ];
  let current = published.id;
  let isPublished = snapshot === published;
  let publishedAt = performance.now();
  const publishDone = async () => {
    const manifest = withSegments(current, snapshot, segmentsNow());
    await publish(options.index, manifest);
    current = manifest.snapshot_id;
    isPublished = true;
    publishedAt = performance.now();
  };
  for (const { table, profile, choice } of choices) {
    if (choice.kind === 'nothing') {
      done.set(tableId(table), choice.kept);
      isPublished &&= choice.kept.length === snapshot.segments(table).length;
      continue;
    }
    // Folded files of several tables follow from each other: those are published at once.
    if (!isPublished && snapshot === published && performance.now() - publishedAt >= publishEveryMs) {
      await publishDone();
      for (const built of tables) await dropBuilds(options.index, built.table);
    }
    const { segment, report } = await buildOver(options, snapshot, table, {
      ...choice,
      profile,
      tableRows: rowsOf(table),
    });
    done.set(tableId(table), [...choice.kept, segment]);
    tables.push({ table: tableId(table), built: choice.kind, segment: report });
    isPublished = false;
  }
  if (!isPublished) await publishDone();
  if (current !== published.id) {
    if (mode !== 'refresh') await dropFolded(options.index);
    if (only === undefined) await dropBuilds(options.index);
    else for (const table of only) await dropBuilds(options.index, table);
    return { snapshotId: current, tables, folded: foldedTables(published, snapshot), isCompactionDue };
  }
  // Everything is covered: staged files are left over from a run killed after publishing. A refresh cannot tell.
  if (mode !== 'refresh' && only === undefined) {
    await dropFolded(options.index);
    await dropBuilds(options.index);
  }
  return { snapshotId: snapshot.id, tables, folded: [], isCompactionDue };
}

function profileFor(
  { profile, mode }: Pick<BuildIndexOptions, 'profile' | 'mode'>,
  snapshot: Snapshot,
  table: CatalogTable,
): Profile {
  const [own] = snapshot.segments(table);
  if (snapshot.files(table).some(layout.isInPlace)) {
    if (profile !== 'full') return 'compact';
    throw new AppError(
      'usage_error',
      `The rows of ${tableId(table)} are in files that stay in place: its profile is "compact", because the full one would copy them`,
      { hint: 'Leave --profile out, or name the other tables with --table.' },
    );
  }
  // An overlay has the profile of the main segment.
  if (own !== undefined && (profile === undefined || mode === 'refresh')) return profileOf(own);
  return profile ?? profileOf(snapshot.manifest.segments?.at(-1) ?? {});
}

function checkId(catalog: Catalog, id: string): void {
  if (catalog.storedTables.some((table) => tableId(table) === id)) return;
  const known = catalog.tables.map(tableId);
  const [nearest] = nearestNames(id, known);
  throw new AppError('usage_error', `There is no table "${id}"`, {
    hint: nearest === undefined ? `The tables are ${known.join(', ')}` : `Did you mean "${nearest}"?`,
  });
}

async function buildOver(
  options: BuildIndexOptions,
  snapshot: Snapshot,
  table: CatalogTable,
  { files, profile, tableRows }: Pick<BuildChoice, 'files'> & { profile: Profile; tableRows: number },
) {
  return await buildSegment({
    root: options.index,
    table,
    tableRows,
    profile,
    files,
    published: snapshot.segments(table),
    takesOver: options.mode !== 'rebuild',
    threads: options.threads,
    memoryBytesMax: options.memoryBytesMax,
    onProgress: options.onProgress,
    signal: options.signal,
  });
}

/** Folds delta files and masks into base files, so that segments cover all rows in their order. */
async function foldFirst(
  { only, threads, memoryBytesMax, onProgress, signal }: BuildIndexOptions,
  catalog: Catalog,
  published: Snapshot,
): Promise<Snapshot> {
  return await foldLayers(published, {
    catalog,
    only,
    threads,
    memoryBytesMax,
    signal,
    onProgress: ({ table, monthsDone, monthsTotal }) =>
      onProgress?.({
        table,
        phase: 'folding changes',
        rowsDone: 0,
        rowsTotal: published.manifest.tables[table]?.rows ?? 0,
        step: monthsDone,
        steps: monthsTotal,
      }),
  });
}

/** Ids of the tables whose delta files and masks were folded. */
function foldedTables(before: Snapshot, after: Snapshot): string[] {
  const isLayered = ({ manifest }: Snapshot, id: string) =>
    manifest.tables[id]?.masks !== undefined ||
    manifest.tables[id]?.files.some((file) => layout.isDelta(file));
  return Object.keys(before.manifest.tables).filter((id) => isLayered(before, id) && !isLayered(after, id));
}

/** The tables of a snapshot with these segments, as the next one after the one with this id. */
function withSegments(parent: string, { manifest }: Snapshot, segments: readonly SegmentEntry[]): Manifest {
  const { tables, sources } = manifest;
  return makeManifest({
    parent,
    tables: Object.fromEntries(Object.entries(tables).map(([id, { files }]) => [id, files])),
    masks: Object.fromEntries(Object.entries(tables).map(([id, { masks = [] }]) => [id, masks])),
    sources,
    segments,
  });
}
