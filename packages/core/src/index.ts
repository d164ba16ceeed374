export {
  builtInCatalog,
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  type ColumnDescription,
  category,
  defineTable,
  flag,
  type GuessedRole,
  key,
  measure,
  type OwnTable,
  owner,
  parent,
  readTables,
  type TableDescription,
  tags,
  text,
  time,
} from '@sdq/catalog';
export {
  AppError,
  type CrashEntry,
  type CrashLog,
  type ErrorCode,
  type Platform,
  type ResultColumn,
  type ResultFormat,
  type SqlErrorDetail,
  type SqlParameters,
} from '@sdq/contract';
export type { BackendFactory, Route, RuleOutcome } from './backend/execution-backend.ts';
export type { ResultSummary, SpoolOptions } from './backend/result-stream.ts';
export { makeSpillFolder } from './backend/spill-folder.ts';
export {
  type BuildIndexOptions,
  type BuildIndexReport,
  buildIndex,
  type TableBuild,
} from './backends/duckdb/segments/build-index.ts';
export type {
  BuildProgress,
  BuiltRowFiles,
  BuiltStructure,
  SegmentReport,
} from './backends/duckdb/segments/build-report.ts';
export type { AddReport, AddRowsOptions } from './engine/add-rows.ts';
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
  SpooledOptions,
  TableSchema,
} from './engine/engine.ts';
export {
  type ConcurrencyLimits,
  concurrencyDefaults,
  type Permit,
  type QueuePlace,
} from './engine/fair-queue.ts';
export { openEngine } from './engine/open-engine.ts';
export type { QueryFacts } from './engine/query-facts.ts';
export { type EndedStep, type QueryObserver, type QueryStep, querySteps } from './engine/query-observer.ts';
