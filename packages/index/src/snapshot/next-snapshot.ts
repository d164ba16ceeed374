import type { TableState } from '../files/living-rows.ts';
import { makeManifest, type SegmentEntry } from '../manifest/manifest.ts';
import { livingSegments } from './living-segments.ts';
import { Snapshot } from './snapshot.ts';

/**
 * The snapshot that follows another one: with tables in these states, by id, the same sources, and those segments (default: the same)
 * that still cover a file. It is not published.
 */
export function nextSnapshot(
  { root, id, manifest }: Snapshot,
  states: ReadonlyMap<string, TableState>,
  segments: readonly SegmentEntry[] | undefined = manifest.segments,
): Snapshot {
  const tables = Object.fromEntries([...states].map(([table, { files }]) => [table, files]));
  const masks = Object.fromEntries([...states].map(([table, state]) => [table, state.masks]));
  const { sources } = manifest;
  const living = livingSegments(segments, tables);
  return new Snapshot(root, makeManifest({ parent: id, tables, masks, sources, segments: living }));
}
