import { type CatalogTable, tableId } from '@sdq/catalog';
import { layout } from '../files/layout.ts';
import type { FileSchema } from '../manifest/file-schema.ts';
import type { FileEntry, SegmentEntry } from '../manifest/manifest.ts';
import { type ChangedRows, deltaRows, type MaskedRows, maskedRowsOf } from './changed-rows.ts';
import { type CoverageStatistics, statisticsOf } from './coverage-statistics.ts';
import type { Snapshot } from './snapshot.ts';

/** A segment as one snapshot reads it. */
export interface LiveSegment {
  readonly segment: SegmentEntry;
  /** Name under which its file is attached. */
  readonly name: string;
  /** Offset that is added to its ordinals so that those of all segments differ. */
  readonly firstOrdinal: number;
  /**
   * Stale rows: ordinals `[from, to)` of rows that the snapshot reads elsewhere, counted within the segment,
   * ascending.
   */
  readonly stale: readonly (readonly [from: number, to: number])[];
  /** Masked rows of the files that the snapshot reads there; undefined where there are none. */
  readonly masked?: MaskedRows | undefined;
}

/** Rows that can be fetched by their numbers. */
export interface FetchedFile {
  /** The row file of the covered file; without one, the covered file itself. */
  readonly path: string;
  /** The ordinal of its first row. */
  readonly first: number;
  readonly rows: number;
  /** The covered file, where rows are read from it. */
  readonly base?: FileEntry;
}

/** How the segments over a table cover the files of a snapshot. */
export interface Coverage {
  readonly segments: readonly LiveSegment[];
  /** Uncovered files: no segment contains them, so they are read directly. */
  readonly uncovered: ReadonlySet<FileEntry>;
  /** The stored columns of the rows of uncovered delta files that no mask hides; undefined where there are no such files. */
  readonly delta: ChangedRows | undefined;
  /** Whether no segment contains stale rows. */
  readonly isClean: boolean;
  /** Masked rows in all segments. */
  readonly rowsMasked: number;
  /** Rows of the table that no mask hides, in segments and beside them. */
  readonly rowsLiving: number;
  /** Columns of each structure, by its name: those that it has in every segment. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** By structure: its highest threshold over all segments. Every row that reaches it is in the structure. */
  readonly thresholds: ReadonlyMap<string, bigint>;
  /** Where the rows of the covered files are fetched, in the order of ordinals. */
  readonly rowFiles: readonly FetchedFile[];
  /** Columns that all those row files have; undefined where the columns of one are not recorded. */
  readonly rowColumns: ReadonlySet<string> | undefined;
  /** Statistics of the rows of these segments, taken when they were built. */
  readonly statistics: CoverageStatistics;
}

const known = new WeakMap<Snapshot, Map<string, Coverage>>();

/** Each current file is read from the newest segment that covers it; the other rows of a segment are stale. */
export function coverageOf(snapshot: Snapshot, table: CatalogTable): Coverage {
  const tables = known.get(snapshot) ?? new Map<string, Coverage>();
  known.set(snapshot, tables);
  const found = tables.get(tableId(table));
  if (found !== undefined) return found;
  const made = cover(snapshot, table);
  tables.set(tableId(table), made);
  return made;
}

function cover(snapshot: Snapshot, table: CatalogTable): Coverage {
  const files = new Map(snapshot.files(table).map((file) => [file.path, file]));
  const segments = snapshot.segments(table);
  const owner = new Map<string, SegmentEntry>();
  for (const segment of segments) for (const { path } of segment.covers) owner.set(path, segment);
  const live: LiveSegment[] = [];
  const rowFiles: FetchedFile[] = [];
  const rowSchemas = new Set<FileSchema | undefined>();
  let firstOrdinal = 0;
  for (const segment of segments) {
    const stale: [number, number][] = [];
    const firsts = new Map<string, number>();
    let end = 0;
    for (const { path, rows, first_ordinal: first, row_file: rowFile } of segment.covers) {
      end = first + rows;
      const file = files.get(path);
      if (file !== undefined && owner.get(path) === segment) {
        firsts.set(path, first);
        // Columns that a base file lacks are NULL in its relation.
        if (rowFile !== undefined) rowSchemas.add(rowFile.schema);
        const place = { path: snapshot.path(rowFile ?? file), first: firstOrdinal + first, rows };
        rowFiles.push(rowFile === undefined ? { ...place, base: file } : place);
      } else if (stale.at(-1)?.[1] === first) stale[stale.length - 1] = [stale.at(-1)?.[0] ?? first, end];
      else stale.push([first, end]);
    }
    if (firsts.size === 0) continue;
    const name = `segment_${segment.sha256.slice(0, 16)}`;
    live.push({ segment, name, firstOrdinal, stale, masked: maskedRowsOf(snapshot, table, firsts) });
    firstOrdinal += end;
  }
  const uncovered = [...files.values()].filter(({ path }) => !owner.has(path));
  return {
    segments: live,
    uncovered: new Set(uncovered),
    delta: deltaRows(snapshot, table, uncovered.filter(layout.isDelta)),
    isClean: live.every(({ stale }) => stale.length === 0),
    rowsMasked: live.reduce((sum, { masked }) => sum + (masked?.rows ?? 0), 0),
    rowsLiving: snapshot.rows(table),
    columns: commonColumns(live),
    thresholds: highestThresholds(live),
    rowFiles,
    rowColumns: columnsOfAll([...rowSchemas]),
    statistics: statisticsOf(
      table,
      live.map(({ segment }) => segment),
      uncovered.reduce((sum, { rows }) => sum + rows, 0),
    ),
  };
}

function columnsOfAll(schemas: readonly (FileSchema | undefined)[]): Set<string> | undefined {
  const [first, ...others] = schemas;
  if (first === undefined || others.includes(undefined)) return undefined;
  const names = Object.keys(first.columns);
  return new Set(names.filter((name) => others.every((schema) => schema?.columns[name] !== undefined)));
}

function commonColumns([first, ...others]: readonly LiveSegment[]): Map<string, readonly string[]> {
  const common = new Map<string, readonly string[]>();
  for (const [name, { columns = [] }] of Object.entries(first?.segment.structures ?? {})) {
    const all = others.map(({ segment }) => new Set(segment.structures[name]?.columns));
    const kept = columns.filter((column) => all.every((own) => own.has(column)));
    if (kept.length > 0) common.set(name, kept);
  }
  return common;
}

function highestThresholds([first, ...others]: readonly LiveSegment[]): Map<string, bigint> {
  const thresholds = new Map<string, bigint>();
  for (const name of Object.keys(first?.segment.structures ?? {})) {
    const all = [first, ...others].map((live) => live?.segment.structures[name]?.floor);
    if (!all.every((threshold) => threshold !== undefined)) continue;
    thresholds.set(
      name,
      all.map(BigInt).reduce((a, b) => (a > b ? a : b)),
    );
  }
  return thresholds;
}
