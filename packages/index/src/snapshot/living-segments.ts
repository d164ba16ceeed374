import type { FileEntry, SegmentEntry } from '../manifest/manifest.ts';
import type { LiveSegment } from './coverage.ts';

/** Segments that still cover a file of a manifest over these tables; the others are unused. */
export function livingSegments(
  segments: readonly SegmentEntry[] | undefined,
  tables: Readonly<Record<string, readonly Pick<FileEntry, 'path'>[]>>,
): SegmentEntry[] {
  return (segments ?? []).filter((segment) => {
    const current = new Set(tables[segment.table]?.map((file) => file.path));
    return segment.covers.some((file) => current.has(file.path));
  });
}

/** Rows of a segment that its snapshot reads there, and stale rows, which readers leave out. */
export function segmentRows({ segment, stale }: Pick<LiveSegment, 'segment' | 'stale'>): {
  live: number;
  stale: number;
} {
  const all = segment.covers.reduce((sum, file) => sum + file.rows, 0);
  const left = stale.reduce((sum, [from, to]) => sum + to - from, 0);
  return { live: all - left, stale: left };
}
