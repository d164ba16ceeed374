import type { FileEntry, Manifest, SegmentEntry } from '../manifest.ts';

/** What the segments over one table hold of its current files. */
export interface Coverage {
  readonly segments: readonly SegmentCoverage[];
  /** Current files that no segment covers. */
  readonly uncovered: readonly FileEntry[];
}

export interface SegmentCoverage {
  readonly segment: SegmentEntry;
  /** Rows of files that the table still has. */
  readonly rowsLive: number;
  /** Rows of files that were replaced: readers leave them out. */
  readonly rowsStale: number;
}

/** Compares the segments of a manifest with the files that it names. */
export function coverageOf(manifest: Pick<Manifest, 'tables' | 'segments'>, table: string): Coverage {
  const files = manifest.tables[table]?.files ?? [];
  const current = new Set(files.map((file) => file.path));
  const covered = new Set<string>();
  const segments: SegmentCoverage[] = [];
  for (const segment of manifest.segments ?? []) {
    if (segment.table !== table) continue;
    let rowsLive = 0;
    let rowsStale = 0;
    for (const file of segment.covers) {
      if (current.has(file.path)) rowsLive += file.rows;
      else rowsStale += file.rows;
      covered.add(file.path);
    }
    segments.push({ segment, rowsLive, rowsStale });
  }
  return { segments, uncovered: files.filter((file) => !covered.has(file.path)) };
}

/** Segments of which a manifest over these tables still has a file: the others answer nothing any more. */
export function livingSegments(
  segments: readonly SegmentEntry[] | undefined,
  tables: Readonly<Record<string, readonly Pick<FileEntry, 'path'>[]>>,
): SegmentEntry[] {
  return (segments ?? []).filter((segment) => {
    const current = new Set(tables[segment.table]?.map((file) => file.path));
    return segment.covers.some((file) => current.has(file.path));
  });
}
