export { catalog, findTable, tablesOf } from './catalog/index.ts';
export {
  type CatalogColumn,
  type CatalogTable,
  olderColumn,
  publicSelectList,
  storedColumns,
  tableId,
} from './catalog/table.ts';
export { allRows, Database, type DatabaseOptions } from './duckdb/database.ts';
export { sqlName, sqlString, sqlStrings } from './duckdb/sql.ts';
export type {
  Engine,
  EngineOptions,
  EngineStatus,
  Explanation,
  QueryOptions,
  QueryResult,
  Row,
  Schema,
  SnapshotHold,
  StoredOptions,
  TableSchema,
} from './engine.ts';
export { type BuildIndexOptions, type BuildIndexReport, buildIndex } from './index/build/build-index.ts';
export type {
  BuildProgress,
  BuiltRowFiles,
  BuiltStructure,
  SegmentReport,
} from './index/build/build-report.ts';
export { segmentRows } from './index/build/living-segments.ts';
export { coverageOf } from './index/coverage.ts';
export { duckdbViews } from './index/duckdb-views.ts';
export { addFiles } from './index/ingest/add-files.ts';
export type { AddedFile, AddOptions, AddProgress, AddReport } from './index/ingest/add-report.ts';
export { type FormatName, formatNames, formats } from './index/ingest/formats/index.ts';
export { type NoteName, noteMeanings } from './index/ingest/notes.ts';
export { type RefusalReason, refusalReasons } from './index/ingest/observation.ts';
export { type FileEntry, type Manifest, makeManifest } from './index/manifest.ts';
export type { DamagedFile } from './index/manifest-files.ts';
export { type ManifestFile, manifestFiles } from './index/manifest-files.ts';
export { publish } from './index/publish.ts';
export { openSnapshot, Snapshot } from './index/snapshot.ts';
export { checkContents, checkSizes } from './index/verify.ts';
export { takeWriteLock } from './index/write-lock.ts';
export { writeTableFile } from './index/write-table-file.ts';
export { openEngine } from './open-engine.ts';
export type { QueryFacts } from './query-facts.ts';
export { type EndedStep, type QueryObserver, type QueryStep, querySteps } from './query-observer.ts';
export { makeSpillFolder } from './spill-folder.ts';
export type { ResultSummary, Route, RuleOutcome, StoreOptions } from './stages.ts';
