export { syncPath } from './files/durable.ts';
export { layout } from './files/layout.ts';
export { type TableFile, tableFiles } from './files/table-files.ts';
export { sha256OfFile, writeTableFile } from './files/write-table-file.ts';
export { pinSnapshot } from './hold/pin.ts';
export { SnapshotHolder } from './hold/snapshot-holder.ts';
export { checkDescriptions } from './manifest/check-descriptions.ts';
export { fileSchemaOf, hasColumns, typesByName } from './manifest/file-schema.ts';
export {
  type CoveredFile,
  type FileEntry,
  type KeyFileEntry,
  type Manifest,
  makeManifest,
  type RowFileEntry,
  type SegmentEntry,
  type SourceEntry,
} from './manifest/manifest.ts';
export { type DamagedFile, type ManifestFile, manifestFiles } from './manifest/manifest-files.ts';
export {
  boundLengthMax,
  type ColumnStatistics,
  type GroupStatistics,
  hasMeanBytes,
  quantileShares,
  type StructureStatistics,
} from './manifest/statistics.ts';
export { type Mark, type MergeTarget, mergeTable, rebuildDerived } from './merge/merge-table.ts';
export { markedColumns, observedColumn } from './merge/registers.ts';
export { goneKeys, removalsIdOf, removedOf } from './merge/removals.ts';
export { isLivingProcess, ownProcessName } from './process-name.ts';
export { publish } from './publish/publish.ts';
export { takeWriteLock } from './publish/write-lock.ts';
export { hasBounds } from './snapshot/compare-bounds.ts';
export { type Coverage, coverageOf, type LiveSegment } from './snapshot/coverage.ts';
export type { CoverageStatistics } from './snapshot/coverage-statistics.ts';
export { duckdbViews } from './snapshot/duckdb-views.ts';
export { livingSegments, segmentRows } from './snapshot/living-segments.ts';
export { currentSnapshotId, openSnapshot, readSnapshot, Snapshot } from './snapshot/snapshot.ts';
export { checkContents, checkSizes } from './verify.ts';
