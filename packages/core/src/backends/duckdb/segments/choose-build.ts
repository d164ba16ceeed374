import type { CatalogTable } from '@sdq/catalog';
import {
  type Coverage,
  type FileEntry,
  type LiveSegment,
  layout,
  type Profile,
  profileOf,
  type SegmentEntry,
  segmentRows,
} from '@sdq/index';
import { structuresOf } from '../access-paths/access-paths.ts';
import { keyFileIn, keyFilesOf } from '../candidates/key-files.ts';
import type { Structure } from '../candidates/structure.ts';
import { currentStructures, hasStatistics } from './current-structures.ts';

/**
 * Maximum rows of an automatic overlay: more are built only on request, because they would delay an add for minutes.
 */
const overlayRowsMax = 5_000_000;
/** Maximum number of segments before overlays are merged into one: each adds a little to the cost of every query. */
const segmentsMax = 4;
/** Minimum rows of base files for a refresh: building takes a second, and queries read fewer rows from base files within milliseconds. */
const refreshRowsMin = 500;
/** Up to so many rows, a refresh builds a new main segment where too much is scattered: it takes some seconds. */
const smallRows = 200_000;
/** Share of the main segment's rows that may be stale, in overlays or uncovered before a new one is worthwhile. */
const strayShareMax = 0.3;

/** What to build, and which segments remain beside it. */
export interface BuildChoice {
  /** `main` covers every file; `overlay` those that the main segment does not. */
  readonly kind: 'main' | 'overlay' | 'nothing';
  readonly files: readonly FileEntry[];
  readonly kept: readonly SegmentEntry[];
  /** Whether `index build` would compact everything into one main segment. */
  readonly isCompactionDue: boolean;
}

/**
 * Decides what to build in a profile over the current files of a table: nothing if it is too small for any structure, which
 * depends on `tableRows`.
 * - `rebuild`: one main segment, whatever there is; none over a table that is too small now.
 * - `build`: one main segment if there is none or too much is scattered, otherwise an overlay over the uncovered
 * files.
 * - `refresh`: the overlay, or a main segment where there is none or too much is scattered, if it is small, or at most
 * twice as large as the overlay would be; nothing over fewer than 500 rows.
 *
 * Delta files are in no segment: they are few rows, and a key of theirs may also be in a base file or another delta file,
 * masked there. A build folds them first.
 */
export function chooseBuild(
  table: CatalogTable,
  mode: 'rebuild' | 'build' | 'refresh',
  allFiles: readonly FileEntry[],
  { segments, uncovered: allUncovered }: Pick<Coverage, 'segments' | 'uncovered'>,
  {
    tableRows = rowsOf(allFiles),
    profile = 'full',
  }: { tableRows?: number | undefined; profile?: Profile | undefined } = {},
): BuildChoice {
  const files = allFiles.filter((file) => !layout.isDelta(file));
  const uncovered = new Set([...allUncovered].filter((file) => !layout.isDelta(file)));
  const structures = structuresOf(table, tableRows, profile);
  const [main, ...overlays] = segments;
  const entries = segments.map(({ segment }) => segment);
  const rowsUncovered = rowsOf(uncovered);
  const isCompactionDue =
    main === undefined
      ? files.length > 0
      : isScattered(main, overlays, rowsUncovered) ||
        entries.some((segment) => isOutdated(table, structures, segment, { tableRows, profile }));
  const nothing = { kind: 'nothing', files: [], kept: entries, isCompactionDue } as const;
  if (files.length === 0 || structures.length === 0)
    return { ...nothing, ...(mode === 'rebuild' && { kept: [] }), isCompactionDue: false };
  if (mode === 'rebuild' || (mode === 'build' && isCompactionDue))
    return { kind: 'main', files, kept: [], isCompactionDue: false };
  if (uncovered.size === 0) return nothing;
  if (mode === 'refresh' && rowsOf(files) < refreshRowsMin) return { ...nothing, isCompactionDue: false };
  if (main === undefined) {
    return rowsUncovered <= overlayRowsMax
      ? { kind: 'main', files, kept: [], isCompactionDue: false }
      : nothing;
  }
  const isMerge = segments.length + 1 > segmentsMax;
  const wanted = new Set([...uncovered].map((file) => file.path));
  if (isMerge) for (const { segment } of overlays) for (const file of segment.covers) wanted.add(file.path);
  const covered = files.filter((file) => wanted.has(file.path));
  if (mode === 'refresh' && rowsOf(covered) > overlayRowsMax) return { ...nothing, isCompactionDue: true };
  const isCheap = rowsOf(files) <= Math.max(smallRows, 2 * rowsOf(covered));
  if (isCompactionDue && isCheap && rowsOf(files) <= overlayRowsMax)
    return { kind: 'main', files, kept: [], isCompactionDue: false };
  return { kind: 'overlay', files: covered, kept: isMerge ? [main.segment] : entries, isCompactionDue };
}

/**
 * Whether it lacks a structure, a key file or statistics, has another profile, or would be built differently today: it is correct,
 * but slower than it could be.
 */
export function isOutdated(
  table: CatalogTable,
  structures: readonly Structure[],
  segment: SegmentEntry,
  { tableRows, profile }: { readonly tableRows: number; readonly profile: Profile },
): boolean {
  return (
    profileOf(segment) !== profile ||
    currentStructures(structures, segment).length < structures.length ||
    !hasStatistics(table, structures, segment) ||
    !keyFilesOf(table, tableRows, profile).every((file) => keyFileIn({ segment }, file) !== undefined)
  );
}

/** Whether more than a share of the main segment's rows is stale, in overlays or uncovered. */
function isScattered(main: LiveSegment, overlays: readonly LiveSegment[], rowsUncovered: number): boolean {
  const held = segmentRows(main);
  let rows = held.stale + rowsUncovered;
  for (const overlay of overlays) {
    const { live, stale } = segmentRows(overlay);
    rows += live + stale;
  }
  return rows > strayShareMax * (held.live + held.stale);
}

function rowsOf(files: Iterable<FileEntry>): number {
  let rows = 0;
  for (const file of files) rows += file.rows;
  return rows;
}
