import { type Catalog, type CatalogTable, tableId, withTables } from '@sdq/catalog';
import { AppError, nearestNames, withDiskFull } from '@sdq/contract';
import {
  beginMaintenance,
  checkDescriptions,
  coverageOf,
  dropFolded,
  foldLayers,
  layout,
  openSnapshot,
  type Profile,
  profileOf,
  type SegmentEntry,
  type Snapshot,
  tooManyChanges,
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
  /**
   * In the mode `refresh`: large tables are folded first where delta files and masks have more than this share of their rows;
   * default: none.
   */
  readonly foldShareMax?: number | undefined;
  /** Ids of the tables to build over, `platform.name`; default: all. */
  readonly only?: readonly string[] | undefined;
  /** Whether small tables, which base files answer as quickly, get segments too; default false. */
  readonly smallTables?: boolean | undefined;
  /** Threads, and processes for row files; default: all cores. */
  readonly threads?: number | undefined;
  /** DuckDB's memory limit, in bytes; default 2 GiB. The process uses up to about half as much more. */
  readonly memoryBytesMax?: number | undefined;
  /** Whether nobody can add records meanwhile; default false: they are added beside it, and are in the snapshot that it publishes. */
  readonly isExclusive?: boolean | undefined;
  /** How long to wait for another build or compaction, and for another writer, in milliseconds; default 0. */
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
  /** Ids of tables that another process rewrote meanwhile: the fold of these is lost, and another call makes it anew. */
  readonly lost: readonly string[];
  /** Whether so many rows are stale, uncovered or in overlays that `sdq index build` would compact them. */
  readonly isCompactionDue: boolean;
}

const memoryBytesDefault = 2 * 1024 ** 3;

/** How often a long build publishes the tables that are done. */
const publishEveryMs = 10_000;

/**
 * Folds delta files and masks into base files (not in the mode `refresh`), builds acceleration structures over every
 * table that is large enough, and publishes both at once; where nothing is folded, it publishes the tables that are done every ten
 * seconds. Readers continue with their snapshots, and records can be added meanwhile: they are in what is published. A call that
 * was killed is continued by the next one with the same files.
 *
 * Errors: `index_missing`, `index_locked`, `index_corrupt`, `disk_full`, `catalog_invalid`, `usage_error` for an unknown table.
 */
export async function buildIndex(options: BuildIndexOptions): Promise<BuildIndexReport> {
  return await withDiskFull({ path: options.index }, () => build(options));
}

async function build(options: BuildIndexOptions): Promise<BuildIndexReport> {
  const { index, only, memoryBytesMax = memoryBytesDefault } = options;
  const mode = options.mode ?? 'build';
  const catalog = withTables(options.tables);
  await openSnapshot(index); // does not change a directory without an index
  for (const id of only ?? []) checkId(catalog, id);
  const folds = (before: Snapshot) => tablesToFold(options, catalog, before);
  await using work = await beginMaintenance({
    ...{ index, catalog, memoryBytesMax, waitMs: options.waitMs, signal: options.signal },
    ...{ isExclusive: options.isExclusive, folds },
  });
  const published = work.before;
  checkDescriptions(catalog, published.manifest);
  const toFold = folds(published);
  const snapshot = toFold.length === 0 ? published : await foldFirst(options, catalog, published, toFold);
  const choices = chooseBuilds(options, catalog, snapshot);
  const isCompactionDue = choices.some(({ choice }) => choice.isCompactionDue);
  const tables: TableBuild[] = [];
  const done = new Map<string, readonly SegmentEntry[]>();
  let snapshotId = published.id;
  let isPublished = snapshot === published;
  let publishedAt = performance.now();
  const publishDone = async () => {
    snapshotId = await work.publish(snapshot, done);
    isPublished = true;
    publishedAt = performance.now();
  };
  for (const { table, tableRows, profile, choice } of choices) {
    if (choice.kind === 'nothing') {
      done.set(tableId(table), choice.kept);
      isPublished &&= choice.kept.length === snapshot.segments(table).length;
      continue;
    }
    // Folded files of several tables follow from each other: those are published at once.
    if (!isPublished && snapshot === published && performance.now() - publishedAt >= publishEveryMs) {
      await publishDone();
      for (const built of tables) await dropBuilds(index, built.table);
    }
    const { segment, report } = await buildOver(options, snapshot, table, {
      ...choice,
      profile,
      tableRows,
    });
    done.set(tableId(table), [...choice.kept, segment]);
    tables.push({ table: tableId(table), built: choice.kind, segment: report });
    isPublished = false;
  }
  if (!isPublished) await publishDone();
  const { lost } = work;
  if (snapshotId !== published.id) {
    if (toFold.length > 0) await dropFolded(index);
    if (only === undefined) await dropBuilds(index);
    else for (const table of only) await dropBuilds(index, table);
    const folded = foldedTables(published, snapshot).filter((id) => !lost.has(id));
    return { snapshotId, tables, folded, lost: [...lost], isCompactionDue };
  }
  // Everything is covered: staged files are left over from a run killed after publishing. A refresh cannot tell.
  if (mode !== 'refresh' && only === undefined) {
    await dropFolded(index);
    await dropBuilds(index);
  }
  return { snapshotId, tables, folded: [], lost: [], isCompactionDue };
}

/** Whether a build in the mode `refresh` would change this snapshot of an index. */
export function needsRefresh(options: Omit<BuildIndexOptions, 'mode'>, snapshot: Snapshot): boolean {
  const refresh = { ...options, mode: 'refresh' } as const;
  const catalog = withTables(options.tables);
  return (
    tablesToFold(refresh, catalog, snapshot).length > 0 ||
    chooseBuilds(refresh, catalog, snapshot).some(
      ({ table, choice }) =>
        choice.kind !== 'nothing' || choice.kept.length !== snapshot.segments(table).length,
    )
  );
}

/** Ids of the tables whose delta files and masks are folded first. */
function tablesToFold(
  { mode, only, foldShareMax = Number.POSITIVE_INFINITY }: BuildIndexOptions,
  catalog: Catalog,
  { manifest }: Snapshot,
): readonly string[] {
  if (mode === 'refresh') return tooManyChanges(manifest, foldShareMax);
  return only ?? catalog.storedTables.map(tableId);
}

interface TableChoice {
  readonly table: CatalogTable;
  readonly tableRows: number;
  readonly profile: Profile;
  readonly choice: BuildChoice;
}

/** What to build over each table. */
function chooseBuilds(options: BuildIndexOptions, catalog: Catalog, snapshot: Snapshot): TableChoice[] {
  const { mode = 'build', only, smallTables } = options;
  return catalog.tables.map((table) => {
    const tableRows = smallTables === true ? Number.POSITIVE_INFINITY : snapshot.rows(table);
    const coverage = coverageOf(snapshot, table);
    const isAsked = only === undefined || only.includes(tableId(table));
    const profile = profileFor(isAsked ? options : {}, snapshot, table);
    const choice = chooseBuild(table, mode, snapshot.files(table), coverage, { tableRows, profile });
    if (isAsked) return { table, tableRows, profile, choice };
    const kept = coverage.segments.map(({ segment }) => segment);
    return { table, tableRows, profile, choice: { ...choice, kind: 'nothing', files: [], kept } };
  });
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
  { threads, memoryBytesMax, onProgress, signal }: BuildIndexOptions,
  catalog: Catalog,
  published: Snapshot,
  only: readonly string[],
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
