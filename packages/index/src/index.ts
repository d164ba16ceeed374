export { addedRows, derivedRows, hiddenRows } from './files/derived-rows.ts';
export { writeFileAtomically } from './files/durable.ts';
export { checkFreeSpace } from './files/free-space.ts';
export { layout } from './files/layout.ts';
export { isMasked, livingRows, maskRows, type TableState, tableStates } from './files/living-rows.ts';
export {
  adoptSortedFiles,
  type SortedFile,
  writeSortedFiles,
  writeUnsortedFile,
} from './files/sorted-files.ts';
export { listInPlace, type TableFile, tableFiles } from './files/table-files.ts';
export {
  describeFile,
  rowGroupRows,
  sha256OfFile,
  writeDeltaFile,
  writeTableFile,
} from './files/write-table-file.ts';
export type { AbsentFiles } from './hold/absent-files.ts';
export { pinSnapshot } from './hold/pin.ts';
export { SnapshotHolder } from './hold/snapshot-holder.ts';
export { changedShareMax, leftToFold, tooManyChanges } from './layers/changed-share.ts';
export { type CompactionPlan, planCompaction, type TableCompaction } from './layers/compaction-plan.ts';
export { type FoldProgress, foldLayers } from './layers/fold-layers.ts';
export { dropFolded } from './layers/folded-files.ts';
export { joinLayers } from './layers/join-deltas.ts';
export { mergeTable } from './layers/merge-table.ts';
export { type RetainReport, retainMonths } from './layers/retain-months.ts';
export { type Retention, type RetentionRule, readRetention, setRetention } from './layers/retention.ts';
export { beginMaintenance } from './maintenance/maintenance.ts';
export { checkDescriptions } from './manifest/check-descriptions.ts';
export { fileSchemaOf, hasColumns, typesByName } from './manifest/file-schema.ts';
export {
  type CoveredFile,
  type FileEntry,
  type KeyFileEntry,
  type Manifest,
  type MaskEntry,
  makeManifest,
  manifestFormat,
  parseManifest,
  type RowFileEntry,
  type SegmentEntry,
  type SourceEntry,
} from './manifest/manifest.ts';
export { type DamagedFile, type ManifestFile, manifestFiles } from './manifest/manifest-files.ts';
export { rowsMasked } from './manifest/masks.ts';
export { type Profile, profileOf, profiles } from './manifest/profiles.ts';
export {
  boundLengthMax,
  type ColumnStatistics,
  type GroupStatistics,
  hasMeanBytes,
  quantileShares,
  type StructureStatistics,
} from './manifest/statistics.ts';
export { findHolders } from './merge/holders.ts';
export type { FindRows, FoundRows, Mark, MergeContext, MergeTarget } from './merge/merge-context.ts';
export { countRows } from './merge/merge-rows.ts';
export { foundLinks } from './merge/parent-links.ts';
export { rebuildDerived } from './merge/rebuild-derived.ts';
export { keyList, markedColumns, observedColumn } from './merge/registers.ts';
export { goneKeys, removalsIdOf, removedOf } from './merge/removals.ts';
export { type MergedFile, writeMerged } from './merge/write-merged.ts';
export { isLivingProcess, ownProcessName } from './process-name.ts';
export { checkOnce, markChecked } from './publish/checked.ts';
export { type CleanReport, cleanIndex, type OlderSnapshots, olderSnapshots } from './publish/clean-index.ts';
export { type LastAdd, noteLastAdd, readLastAdd } from './publish/last-add.ts';
export type { PinnedSnapshot } from './publish/publish.ts';
export { publish } from './publish/publish.ts';
export { purgeSnapshots, withdrawnSnapshots } from './publish/purge-snapshots.ts';
export { takeMaintenanceLock, takeWriteLock } from './publish/write-lock.ts';
export { type ChangedRows, type MaskedRows, nameOfRows, replacedRows } from './snapshot/changed-rows.ts';
export { hasBounds } from './snapshot/compare-bounds.ts';
export { type Coverage, coverageOf, type FetchedFile, type LiveSegment } from './snapshot/coverage.ts';
export type { CoverageStatistics } from './snapshot/coverage-statistics.ts';
export { duckdbViews } from './snapshot/duckdb-views.ts';
export { livingSegments, segmentRows } from './snapshot/living-segments.ts';
export { type LivingStatus, livingStatus } from './snapshot/living-status.ts';
export { NewestObservations } from './snapshot/newest-observations.ts';
export { newestTime } from './snapshot/newest-time.ts';
export { rowCounts } from './snapshot/row-counts.ts';
export {
  currentSnapshotId,
  missingIndex,
  openSnapshot,
  readSnapshot,
  Snapshot,
} from './snapshot/snapshot.ts';
export { tableContent } from './snapshot/table-content.ts';
export { checkContents, checkSizes } from './verify.ts';
